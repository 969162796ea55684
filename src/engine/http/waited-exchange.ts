import type { CachedResponse } from '../cache/cached-response.ts';
import type { TurnQueue } from '../turns/event-loop-turn.ts';
import { outOfMemory, tooManyBytes } from './call-errors.ts';
import type { ClientUsage } from './client-usage.ts';
import type { ExchangeEnvironment } from './exchange-environment.ts';
import { HttpAttempt } from './http-attempt.ts';
import { LinkedList } from './linked-list.ts';
import { isParsedLater, parseBody } from './parse-body.ts';
import type { CallExchange, RestCall } from './rest-call.ts';

/** For so many bytes of a write's response there is always room: what others hold must not hide its outcome. Its connections bound them. */
const maxOutcomeBytes = 65_536;

/** A request to the service whose response several calls wait for, and whose bytes are counted while one of them needs it. */
export abstract class WaitedExchange extends HttpAttempt implements CallExchange {
  /** The call that it was made for. */
  protected readonly first: RestCall;
  protected readonly environment: ExchangeEnvironment;
  protected readonly waiters = new LinkedList<RestCall>();
  /** Whose bytes they are: of the client as it was when the request began. */
  protected readonly usage: ClientUsage;
  /** Number of calls that need the response. */
  #holders = 0;
  /** Bytes that are counted in the memory for responses. */
  #heldBytes = 0;

  constructor(call: RestCall, body: string | null, environment: ExchangeEnvironment) {
    super(call.endpoint.method, environment.prefix + call.url, body, environment);
    this.first = call;
    this.environment = environment;
    this.usage = call.scope.client.usage;
  }

  /** Adds a call that waits for the response. */
  add(call: RestCall): void {
    call.join(this);
    this.#holders++;
    this.waiters.add(call);
    if (this.#heldBytes > 0) this.#holdFor(call, this.#heldBytes);
  }

  leave(call: RestCall): void {
    if (this.waiters.remove(call) && this.waiters.first === undefined) this.cancel();
  }

  release(): void {
    this.#holders--;
    if (this.#holders > 0) return;
    this.releaseMemory();
    this.responseBody = undefined;
  }

  get parsingTurns(): TurnQueue | undefined {
    return isParsedLater(this.responseBody) ? this.usage.responses : undefined;
  }

  parse(): unknown {
    return this.responseBody && parseBody(this.responseBody);
  }

  /** No call waits any more. */
  protected abstract cancel(): void;

  protected get isRead(): boolean {
    return this.method === 'GET';
  }

  /** When the last of the requests that wait has to be complete: the one that the exchange began for may have ended before. */
  protected get latestDeadline(): number {
    let latest = Number.NEGATIVE_INFINITY;
    for (let call = this.waiters.first; call !== undefined; call = call.next)
      latest = Math.max(latest, call.scope.deadlineAt);
    return latest;
  }

  protected onBytes(bytes: number): string | undefined {
    const { memory } = this.environment;
    if (!this.isRead && this.#heldBytes + bytes <= maxOutcomeBytes) memory.add(this.usage, bytes);
    else if (!memory.hold(this.usage, bytes)) return outOfMemory;
    this.#heldBytes += bytes;
    for (let call = this.waiters.first; call !== undefined; ) {
      const { next } = call;
      this.#holdFor(call, bytes);
      call = next;
    }
    return undefined;
  }

  /** Call when nobody needs the response any more. */
  protected releaseMemory(): void {
    this.environment.memory.release(this.usage, this.#heldBytes);
    this.#heldBytes = 0;
    if (!this.isRead) this.responseBody = undefined;
  }

  /** Call before a read is sent again: what has arrived so far is not needed. */
  protected dropBytes(): void {
    const { memory } = this.environment;
    for (let call = this.waiters.first; call !== undefined; call = call.next)
      memory.releaseFor(call.scope, this.#heldBytes);
    memory.release(this.usage, this.#heldBytes);
    this.#heldBytes = 0;
  }

  protected resolveWaiters(status: number, value: unknown, kept: CachedResponse | undefined): void {
    for (let call = this.waiters.shift(); call !== undefined; call = this.waiters.shift())
      call.resolve(status, value, kept);
  }

  protected rejectWaiters(status: number | null, error: unknown): void {
    for (let call = this.waiters.shift(); call !== undefined; call = this.waiters.shift()) call.reject(status, error);
  }

  #holdFor(call: RestCall, bytes: number): void {
    const { memory } = this.environment;
    if (!this.isRead || memory.holdFor(call.scope, bytes)) return;
    call.fail(tooManyBytes(call.endpoint, memory.maxPerRequest));
  }
}
