import { type RequestHeaders, textOf } from '../http/headers.ts';

/** The program that sends a request, as it calls itself. Both are null where it does not say. */
export interface ClientInfo {
  /** At most 100 characters. */
  readonly name: string | null;
  /** At most 50 characters. */
  readonly version: string | null;
}

const maxNameLength = 100;
const maxVersionLength = 50;

/**
 * The client of a request: `apollographql-client-name` and `-version`, `x-client-name` and `-version`, or what the user
 * agent starts with; for a browser, the browser. Control characters are removed, and long texts are cut.
 */
export function clientInfoOf(headers: RequestHeaders): ClientInfo {
  const apollo = headers['apollographql-client-name'];
  if (apollo !== undefined) return clientInfo(textOf(apollo), textOf(headers['apollographql-client-version']));
  const own = headers['x-client-name'];
  if (own !== undefined) return clientInfo(textOf(own), textOf(headers['x-client-version']));
  const agent = textOf(headers['user-agent']);
  return agent === '' ? anonymous : fromUserAgent(agent.slice(0, maxAgentLength));
}

const anonymous: ClientInfo = { name: null, version: null };

/** Longer user agents are cut before they are searched. */
const maxAgentLength = 512;

/** The last user agents that were parsed: most requests come from few of them. */
const agents = new Map<string, ClientInfo>();
const maxAgents = 100;

function fromUserAgent(agent: string): ClientInfo {
  const known = agents.get(agent);
  if (known !== undefined) return known;
  const [, name = '', version = ''] = browser.exec(agent) ?? product.exec(agent) ?? [];
  const info = clientInfo(browserNames[name] ?? name, version);
  if (agents.size >= maxAgents) agents.clear();
  agents.set(agent, info);
  return info;
}

const product = /^([^\s/()]+)(?:\/([^\s()]*))?/;

/** In the order in which browsers that name others name themselves. */
const browser = /^Mozilla\/.*?\b(Edg|OPR|Firefox|HeadlessChrome|Chrome|Version)\/([\d.]+)(?!.* (?:Edg|OPR)\/)/;
const browserNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' };

function clientInfo(name: string, version: string): ClientInfo {
  return { name: cleaned(name, maxNameLength), version: cleaned(version, maxVersionLength) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

function cleaned(text: string, maxLength: number): string | null {
  const clean = text.slice(0, maxLength).replace(controls, '').trim();
  return clean === '' ? null : clean.toWellFormed();
}
