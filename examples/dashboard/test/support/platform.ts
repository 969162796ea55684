import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../node_modules/docgraph/bin/docgraph.cjs', import.meta.url));

/** The gateway over a sandbox whose reads can be made to fail. */
export interface Platform {
  /** Origin of the gateway. */
  url: string;
  /** From now on, reads of matching paths of the REST service fail with status 500; undefined ends it. */
  fail(path: RegExp | undefined): void;
  /** How many calls the REST service has got so far. */
  calls(): number;
  stop(): Promise<void>;
}

/** Starts the sandbox, a proxy in front of it, and the gateway in front of the proxy. */
export async function startPlatform(): Promise<Platform> {
  const processes: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(processes.map(end));
    server?.closeAllConnections();
    server?.close();
  };
  let failing: RegExp | undefined;
  let calls = 0;
  let server: Server | undefined;
  try {
    const sandbox = await start(processes, ['sandbox', '--port', '0'], /^REST sandbox +(http\S+)$/m);
    server = createProxy(sandbox, (path) => {
      calls++;
      return failing?.test(path) ?? false;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { PORT: '0', UPSTREAM_URL: upstream, UPSTREAM_RETRIES: '0', CIRCUIT_BREAKER: '0' };
    const url = await start(processes, ['serve'], /^GraphQL +(http\S+)\/graphql$/m, settings);
    const fail = (path: RegExp | undefined) => {
      failing = path;
    };
    return { url, fail, calls: () => calls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a process, and resolves to the address that it prints. */
async function start(processes: ChildProcess[], args: string[], address: RegExp, settings = {}): Promise<string> {
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const url = address.exec(output)?.[1];
        if (url !== undefined) resolve(url);
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`docgraph ${args[0]} ended with code ${code}: ${output}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** A proxy that answers reads and deletions of some paths with status 500. `fails` is called for each request. */
function createProxy(target: string, fails: (path: string) => boolean): Server {
  return createServer((incoming, outgoing) => {
    const isFailing = fails(incoming.url ?? '');
    if (isFailing && ['GET', 'DELETE'].includes(incoming.method ?? '')) {
      outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"code":500,"message":"Fault."}}');
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '/', target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
}
