import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { fetchWhole } from '../clients/whole-response.ts';

/** Matches the requests of an operation, or only those with these path parameters. */
export interface RequestMatcher {
  endpoint: Endpoint;
  path?: Readonly<Record<string, string>>;
}

/** The stubbed response to a matching request; `cut` closes its connection. */
export type StubResponse = { status: number; body?: unknown } | 'cut';

/** A proxy that forwards all requests except those that a test stubs. */
export interface RestProxy {
  url: string;
  /** Stubs the response to matching requests; the latest matching rule wins. */
  stub(chosen: RequestMatcher, instead: StubResponse): void;
  /** Changes the service's JSON response. */
  // biome-ignore lint/suspicious/noExplicitAny: a test changes the record that it knows
  change(chosen: RequestMatcher, change: (body: any) => unknown): void;
  /** Removes all rules. */
  restore(): void;
  close(): Promise<void>;
}

interface Rule {
  method: string;
  path: RegExp;
  instead?: StubResponse;
  change?: (body: unknown) => unknown;
}

/** Starts a proxy on loopback in front of the REST service at `target`. */
export async function startProxy(target: string): Promise<RestProxy> {
  let rules: Rule[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] as string;
    const rule = rules.findLast((one) => one.method === request.method && one.path.test(path));
    handle(target, request, response, rule).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stub: (chosen, instead) => void rules.push({ ...matcherOf(chosen), instead }),
    change: (chosen, change) => void rules.push({ ...matcherOf(chosen), change }),
    restore: () => {
      rules = [];
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function matcherOf({ endpoint, path = {} }: RequestMatcher): Pick<Rule, 'method' | 'path'> {
  const parts = endpoint.path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    return path[name] === undefined ? '[^/]+' : encodeURIComponent(path[name]);
  });
  return { method: endpoint.method, path: new RegExp(`^${parts.join('/')}$`) };
}

async function handle(target: string, request: IncomingMessage, response: ServerResponse, rule?: Rule): Promise<void> {
  const body = await text(request);
  if (rule?.instead === 'cut') {
    request.socket.destroy();
    return;
  }
  if (rule?.instead !== undefined) {
    send(response, rule.instead.status, JSON.stringify(rule.instead.body ?? {}));
    return;
  }
  const { authorization, 'content-type': type } = request.headers;
  const { status, text: own } = await fetchWhole(target + request.url, {
    method: request.method,
    headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
    body,
  });
  const isChanged = rule?.change !== undefined && status < 300;
  send(response, status, isChanged ? JSON.stringify(rule.change?.(JSON.parse(own))) : own);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}
