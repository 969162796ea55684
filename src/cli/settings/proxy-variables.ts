type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with the variables for proxies in capitals: many programs read them in lower case. */
export function withProxyVariables(environment: Environment): Environment {
  const { http_proxy, https_proxy, no_proxy } = environment;
  const lowerCase = { HTTP_PROXY: http_proxy, HTTPS_PROXY: https_proxy, NO_PROXY: no_proxy };
  const added = Object.entries(lowerCase).filter(([name, value]) => value !== undefined && !environment[name]);
  return { ...environment, ...Object.fromEntries(added) };
}
