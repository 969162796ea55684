/** An HTTP request that is shown as a curl command. */
export interface CurlRequest {
  method: string;
  url: string;
  /** Serialized as JSON; undefined where there is none. */
  body?: unknown;
  /** Value of `Authorization`; `$TOKEN` is left to the shell. Left out: `Bearer $TOKEN`. */
  token?: string;
}

/** A request as a curl command for a POSIX shell, over several lines where it has a body. It holds no token unless one is given. */
export function curlOf({ method, url, body, token = 'Bearer $TOKEN' }: CurlRequest): string {
  const hasBody = body !== undefined;
  const isDefault = method === (hasBody ? 'POST' : 'GET');
  const parts = [
    `curl ${isDefault ? '' : `-X ${method} `}${quoteUrl(url)}`,
    `-H ${doubleQuoted(`Authorization: ${token}`)}`,
    ...(hasBody ? [`-H 'Content-Type: application/json'`, `-d ${singleQuoted(JSON.stringify(body))}`] : []),
  ];
  return parts.join(hasBody ? ' \\\n  ' : ' ');
}

/** A shell expands the variable at the start of a URL only in double quotes. */
function quoteUrl(url: string): string {
  return url.startsWith('$') ? doubleQuoted(url) : singleQuoted(url);
}

/** A text as one literal word of a POSIX shell. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Everything but a variable is literal: `$TOKEN` and `$REST_URL` are expanded. */
function doubleQuoted(text: string): string {
  const [, variable = '', rest = ''] = /^((?:Authorization: Bearer )?\$(?:TOKEN|REST_URL)\b)?(.*)$/s.exec(text) ?? [];
  return `"${variable}${rest.replaceAll(/["\\$`]/g, '\\$&')}"`;
}
