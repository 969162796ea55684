import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { fetchWhole } from '../clients/whole-response.ts';

/** A proxy that counts levels of calls: it holds all calls until no further call arrives, then forwards them together. */
export interface LevelCounter {
  url: string;
  /** Returns the number of levels since the last call of `count`. */
  count(): number;
  close(): Promise<void>;
}

interface HeldCall {
  call: Call;
  response: ServerResponse;
}

/** A call that is held. */
export interface Call {
  /** Path and query. */
  url: string;
  method: string;
  authorization: string | undefined;
  type: string | undefined;
  body: string;
}

/** Turns of the event loop without a new call that end a level; a call that is on its way arrives within a few. */
const quietTurns = 25;

/** Starts the proxy in front of `target`. It must run in the gateway's process. */
export function startLevelCounter(target: string): Promise<LevelCounter> {
  return startInLevels((call) => forward(target, call));
}

/** Starts a service that responds to the calls of a level together. It must run in the gateway's process. */
export async function startInLevels(respondTo: (call: Call) => Promise<Response>): Promise<LevelCounter> {
  let held: HeldCall[] = [];
  let levels = 0;
  let quiet = 0;
  let isWatching = false;

  async function watch(): Promise<void> {
    isWatching = true;
    for (quiet = 0; quiet < quietTurns; quiet++) await turn();
    isWatching = false;
    levels++;
    const level = held;
    held = [];
    const responses = await Promise.all(level.map(({ call }) => respondTo(call)));
    for (const [i, { response }] of level.entries()) {
      const { status, body } = responses[i] as Response;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    }
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { authorization, 'content-type': type } = request.headers;
    quiet = 0;
    held.push({
      call: { url: request.url ?? '', method: request.method ?? 'GET', authorization, type, body },
      response,
    });
    if (!isWatching) void watch();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => {
      const counted = levels;
      levels = 0;
      return counted;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export interface Response {
  status: number;
  body: string;
}

async function forward(target: string, { url, method, authorization, type, body }: Call): Promise<Response> {
  const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
  const response = await fetchWhole(target + url, { method, headers, body });
  return { status: response.status, body: response.text };
}
