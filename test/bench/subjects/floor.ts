import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { floorAnswers } from './floor-answers.ts';
import type { Rest } from './rest.ts';
import { announce, upstreamUrl } from './subject.ts';

// The floor: a program that only makes the REST calls of each operation, in the cheapest way that Node has.

const pool = new Pool(upstreamUrl, { connections: 64 });

/** Collects one JSON answer, and nothing more. */
class JsonAnswer implements Dispatcher.DispatchHandler {
  readonly #resolve: (body: unknown) => void;
  readonly #reject: (error: Error) => void;
  #chunks: Buffer[] = [];
  #status = 0;

  constructor(resolve: (body: unknown) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#status >= 300) {
      this.#reject(new Error(`REST answered ${this.#status}.`));
      return;
    }
    const [first, ...more] = this.#chunks;
    const bytes = more.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks);
    this.#resolve(JSON.parse(bytes.toString()));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

function call<Body>(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) {
  return new Promise<Body>((resolve, reject) => {
    const handler = new JsonAnswer(resolve as (body: unknown) => void, reject);
    pool.dispatch({ method, path, headers, body: body ?? null }, handler);
  });
}

function restFor(authorization: string): Rest {
  const headers = { accept: 'application/json', authorization };
  return {
    get: (path) => call('GET', path, headers),
    post: (path, body) => call('POST', path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body)),
  };
}

async function result(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  const { operationName, variables } = JSON.parse(text) as { operationName: string; variables: Record<string, string> };
  const run = floorAnswers[operationName];
  if (run === undefined) throw new Error(`The floor does not know the operation ${operationName}.`);
  const body = Buffer.from(JSON.stringify(await run(restFor(request.headers.authorization ?? ''), variables)));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    result(request, response, text).catch((error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    });
  });
});
server.listen(0, '127.0.0.1', () => announce(server));
