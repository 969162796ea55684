import type { Entity, Key } from '../contract/entity.ts';
import type { Arrival } from '../http/arrival.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import type { ListCall, RequestReads } from './request-cache.ts';
import { type ReadCall, TypedReads } from './typed-reads.ts';

/** A request's cache as one field uses it: its calls are logged as made for that field. */
export class FieldCache extends TypedReads implements RequestReads {
  readonly #whole: RequestReads;
  readonly #origin: CallOrigin;

  constructor(whole: RequestReads, origin: CallOrigin) {
    super();
    this.#whole = whole;
    this.#origin = origin;
  }

  get maxListPages(): number {
    return this.#whole.maxListPages;
  }

  readCall(call: ReadCall, batched = false): Promise<unknown> {
    return this.#whole.readCall({ ...call, origin: this.#origin }, batched);
  }

  readArrival(call: ReadCall): Promise<Arrival> {
    return this.#whole.readArrival({ ...call, origin: this.#origin });
  }

  readPage(list: ListCall, token: string | undefined, limit: number): Promise<Arrival> {
    return this.#whole.readPage(this.#own(list), token, limit);
  }

  readEnvelope(list: ListCall): Promise<unknown> {
    return this.#whole.readEnvelope(this.#own(list));
  }

  record(entity: Entity, key: Key, within?: Key): Promise<object> {
    return this.#whole.record(entity, key, within, this.#origin);
  }

  add(entity: Entity, key: Key, record: object): void {
    this.#whole.add(entity, key, record);
  }

  clear(): void {
    this.#whole.clear();
  }

  #own({ endpoint, path, query, url }: ListCall): ListCall {
    return { endpoint, path, query, url, origin: this.#origin };
  }
}
