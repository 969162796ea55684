import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';

/** A service in front of another that answers in waves: whoever asks waits until nobody else begins to ask. */
export interface LevelCounter {
  url: string;
  /** How many waves there were since the last look. */
  count(): number;
  close(): Promise<void>;
}

interface Held {
  ask: Ask;
  response: ServerResponse;
}

interface Ask {
  url: string;
  method: string;
  authorization: string | undefined;
  type: string | undefined;
  body: string;
}

/** How many turns of the event loop without a new request end a wave: what is on its way arrives within a few. */
const quietTurns = 25;

/** Starts a service on loopback that forwards to `target`, in waves. It has to run in the gateway's process. */
export async function startLevelCounter(target: string): Promise<LevelCounter> {
  let held: Held[] = [];
  let waves = 0;
  let quiet = 0;
  let isWatching = false;

  async function watch(): Promise<void> {
    isWatching = true;
    for (quiet = 0; quiet < quietTurns; quiet++) await turn();
    isWatching = false;
    waves++;
    const wave = held;
    held = [];
    const answers = await Promise.all(wave.map(({ ask }) => forward(ask)));
    for (const [i, { response }] of wave.entries()) {
      const { status, body } = answers[i] as Answer;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    }
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { authorization, 'content-type': type } = request.headers;
    quiet = 0;
    held.push({
      ask: { url: target + request.url, method: request.method ?? 'GET', authorization, type, body },
      response,
    });
    if (!isWatching) void watch();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => {
      const counted = waves;
      waves = 0;
      return counted;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  status: number;
  body: string;
}

async function forward({ url, method, authorization, type, body }: Ask): Promise<Answer> {
  const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
  const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
  return { status: response.status, body: await response.text() };
}
