import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Memory } from '../../../engine/engine.ts';
import { continuingLists } from '../../http/headers.ts';
import type { GraphQLResponse, Progress, ProgressNumbers, ResponseBody } from '../../http/http-messages.ts';
import { sendBody } from '../../http/response-body.ts';

/** The time from one event to the next, and from the start to the first, in milliseconds. */
const intervalMs = 200;

const lineFeed = 10;

/** Whether a client reads events: `Accept` lists them without parameters other than a quality. */
function acceptsEvents({ headers: { accept = '' } }: IncomingMessage): boolean {
  return /(?:^|,)\s*text\/event-stream\s*(?:[,;]|$)/i.test(accept.slice(0, 1000));
}

/**
 * The response to a client that accepts events (https://html.spec.whatwg.org/multipage/server-sent-events.html) beside JSON. Where
 * the execution is watched, and takes longer than an interval, it consists of events: `progress` with numbers, as often as the
 * client reads them, then `status` with the status of the response, and `next` and `complete` as GraphQL over SSE has them.
 * Otherwise it is never begun, and the response is a usual one.
 */
export class EventStream implements Progress {
  headers: () => Readonly<Record<string, string>> = () => ({});
  readonly #response: ServerResponse;
  #timer: NodeJS.Timeout | undefined;
  #hasBegun = false;

  private constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Undefined for a client that does not accept events. */
  static for(request: IncomingMessage, response: ServerResponse): EventStream | undefined {
    return acceptsEvents(request) ? new EventStream(response) : undefined;
  }

  watch(read: () => ProgressNumbers): void {
    if (this.#response.destroyed) return;
    this.#timer ??= setInterval(() => this.#send(read()), intervalMs);
    this.#response.once('close', () => this.stop());
  }

  stop(): boolean {
    clearInterval(this.#timer);
    return this.#hasBegun;
  }

  /** Sends the response to a request as events, where it has begun as such. Returns whether it has. */
  end(request: IncomingMessage, { status, body }: GraphQLResponse, memory: Memory, isReceived: boolean): boolean {
    if (!this.stop()) return false;
    const events = eventsOf(event('status', JSON.stringify({ status })), body, event('complete', ''));
    if (!this.#response.destroyed) sendBody(request, this.#response, events, { memory, isReceived });
    return true;
  }

  #send(numbers: ProgressNumbers): void {
    const response = this.#response;
    // What a client does not read must not pile up.
    if (response.destroyed || response.writableNeedDrain) return;
    try {
      if (!this.#hasBegun) this.#begin();
      response.write(event('progress', JSON.stringify(numbers)));
    } catch {
      // A timer calls this: an error, such as that of a header which HTTP does not allow, would end the process.
      response.destroy();
    }
  }

  #begin(): void {
    this.#response.writeHead(200, continuingLists(this.headers(), this.#response));
    this.#hasBegun = true;
  }
}

/** Line breaks of JSON are spaces between its tokens. */
function event(name: string, data: string): string {
  return `event: ${name}\ndata: ${data.trim().replaceAll(/\r?\n/g, '\ndata: ')}\n\n`;
}

/** The events of a result, and those before and after it. The pieces of a large one are JSON without line breaks, but for one at its end. */
function eventsOf(before: string, body: ResponseBody, after: string): ResponseBody {
  if (typeof body === 'string') return before + event('next', body) + after;
  const end = body.at(-1)?.at(-1) === lineFeed ? '\n' : '\n\n';
  return [Buffer.from(`${before}event: next\ndata: `), ...body, Buffer.from(end + after)];
}
