import { bodyConsumed, bodyTooLarge, HttpError, tooManyBodies } from '../../http/http-errors.ts';
import type { BodyReceiver, PendingBodies, PendingBody } from './pending-bodies.ts';

/** Reads the body of a `Request`, of at most so many bytes. Rejects with an HttpError. */
export async function readStream(
  { body, bodyUsed, headers }: Request,
  maxBytes: number,
  bodies: PendingBodies,
): Promise<Uint8Array> {
  if (bodyUsed || body?.locked) throw bodyConsumed();
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw bodyTooLarge();
  return body === null ? new Uint8Array() : new BodyReader(body, maxBytes, bodies).read();
}

/** Reads a stream only while there is room for request bodies. */
class BodyReader implements BodyReceiver {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #maxBytes: number;
  readonly #bodies: PendingBodies;
  readonly #chunks: Uint8Array[] = [];
  #received = 0;
  #error: HttpError | undefined = undefined;
  /** Set while the body waits for room. */
  #waiting: Promise<void> | undefined = undefined;
  #resume: (() => void) | undefined = undefined;

  constructor(body: ReadableStream<Uint8Array>, maxBytes: number, bodies: PendingBodies) {
    this.#reader = body.getReader();
    this.#maxBytes = maxBytes;
    this.#bodies = bodies;
  }

  async read(): Promise<Uint8Array> {
    const pending = this.#bodies.begin(this);
    try {
      for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) this.#add(chunk, pending);
    } finally {
      pending.end();
    }
    if (this.#error !== undefined) throw this.#error;
    return Buffer.concat(this.#chunks);
  }

  pause(): void {
    this.#waiting = new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  resume(): void {
    this.#waiting = undefined;
    this.#resume?.();
  }

  reject(): void {
    this.#fail(tooManyBodies());
  }

  #add(chunk: Uint8Array, pending: PendingBody): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    pending.add(chunk.length);
    if (this.#received > this.#maxBytes) this.#fail(bodyTooLarge());
  }

  /** Undefined at the end, and after an error. */
  async #next(): Promise<Uint8Array | undefined> {
    if (this.#waiting !== undefined) await this.#waiting;
    if (this.#error !== undefined) return undefined;
    try {
      return (await this.#reader.read()).value;
    } catch {
      this.#fail(new HttpError(400, 'INCOMPLETE_BODY', 'The body could not be read.'));
      return undefined;
    }
  }

  /** Nobody reads the rest. A read that waits ends. */
  #fail(error: HttpError): void {
    this.#error ??= error;
    this.#chunks.length = 0;
    this.#reader.cancel().catch(() => {});
    this.resume();
  }
}
