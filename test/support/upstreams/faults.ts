import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { globalIdOf } from '../execution/expectations.ts';
import { type GraphQLResult, startGateway, type TestGateway } from '../gateways/gateway.ts';
import { healthy, type TcpReply, TcpUpstream } from './tcp-upstream.ts';

/** `data`: the record. `userErrors`: the write was rejected with a reason. Otherwise the code of the one error. */
export type Outcome = string;

/** A fault of the service: a row of the table. */
export interface Fault {
  name: string;
  /** What happens to a request. */
  reply?: TcpReply;
  /** What happens to a connection; true if it is not to be read. */
  connect?: (socket: Socket) => boolean;
  /** The outcomes, one of which is right: of a read that meets the fault once, of one that always meets it, of a write. */
  once: readonly Outcome[];
  always: readonly Outcome[];
  write: readonly Outcome[];
  /** The most requests of a read that always meets the fault; by default one, and `UPSTREAM_RETRIES` of 2. */
  reads?: number;
  /** Address of the service, where it is another one. */
  address?: (url: string) => string;
  settings?: Record<string, string>;
}

const settings = {
  UPSTREAM_TIMEOUT: '1000',
  REQUEST_TIMEOUT: '5000',
  UPSTREAM_RETRIES: '2',
  UPSTREAM_MAX_RESPONSE_BYTES: '65536',
  // Its own tests are in another file.
  CIRCUIT_BREAKER: '0',
};

const read = '{ outcome: organization(id: "o1") { title } }';
const write = `mutation { outcome: updateChangeRequest(input: { id: "${globalIdOf('ChangeRequest', 's', 'w1')}", subject: "x" }) { changeRequest { restId } userErrors { code } } }`;

/** A gateway and a service that has a fault. */
export class FaultTarget {
  readonly upstream = new TcpUpstream(healthy);
  readonly #gateway: TestGateway;
  readonly #fault: Fault;

  private constructor(fault: Fault, gateway: TestGateway, upstream: TcpUpstream) {
    this.upstream = upstream;
    this.#gateway = gateway;
    this.#fault = fault;
  }

  static async start(fault: Fault): Promise<FaultTarget> {
    const upstream = new TcpUpstream(healthy);
    await upstream.open();
    const url = fault.address?.(upstream.url) ?? upstream.url;
    const gateway = await startGateway(url, { ...settings, ...fault.settings, LOG_LEVEL: 'trace' });
    return new FaultTarget(fault, gateway, upstream);
  }

  /** A read whose first request, or all of whose requests, meet the fault. */
  async read(times: 'once' | 'always'): Promise<void> {
    const fault = this.#fault;
    await this.#meet(times === 'once' ? 1 : Number.POSITIVE_INFINITY);
    const outcome = outcomeOf(await this.#gateway.execute(read));
    expect(times === 'once' ? fault.once : fault.always, `a read that meets it ${times}`).toContain(outcome);
    expect(this.upstream.requests.length, 'requests').toBeLessThanOrEqual(fault.reads ?? 3);
  }

  /** A write that meets the fault: it reaches the service at most once. */
  async write(): Promise<void> {
    await this.#meet(Number.POSITIVE_INFINITY);
    const outcome = outcomeOf(await this.#gateway.execute(write));
    expect(this.#fault.write, 'a write').toContain(outcome);
    expect(this.upstream.requests.length, 'requests').toBeLessThanOrEqual(1);
  }

  /** No credential, header or stack is in the log. */
  expectCleanLog(): void {
    expect(this.#gateway.log.join('')).not.toMatch(/sandbox-admin|authorization|"stack"|\\n\s+at /i);
  }

  async close(): Promise<void> {
    await this.upstream.close();
    await this.#gateway.close();
  }

  async #meet(times: number): Promise<void> {
    const { upstream } = this;
    const { reply = healthy, connect } = this.#fault;
    let left = times;
    upstream.reply = (exchange) => (connect === undefined && left-- > 0 ? reply(exchange) : healthy(exchange));
    upstream.onConnection = connect && ((socket) => left-- > 0 && connect(socket));
    // New connections only; the pool needs a moment to see that the old ones are gone.
    for (const socket of upstream.sockets) socket.destroy();
    await delay(20);
    upstream.requests.length = 0;
  }
}

function outcomeOf({ data, errors = [] }: GraphQLResult): Outcome {
  const [error] = errors;
  if (error !== undefined) return error.extensions.code;
  const { outcome } = data as { outcome: { userErrors?: unknown[] } | null };
  if (outcome === null) return 'null';
  return (outcome.userErrors?.length ?? 0) > 0 ? 'userErrors' : 'data';
}
