import { InFlightMap } from './in-flight-map.ts';

/** What open requests have in common, by its name: it exists from the first of them to the end of the last one. */
export class OpenRequests<Common extends { readonly name: string; requests: number }> {
  readonly #byName = new InFlightMap<Common>();
  readonly #create: (name: string) => Common;

  constructor(create: (name: string) => Common) {
    this.#create = create;
  }

  /** What a new request has in common with others. Call `close` with it when the request ends. */
  open(name: string): Common {
    let common = this.#byName.get(name);
    if (common === undefined) {
      common = this.#create(name);
      this.#byName.set(name, common);
    }
    common.requests++;
    return common;
  }

  close(common: Common): void {
    common.requests--;
    if (common.requests === 0) this.#byName.delete(common.name, common);
  }
}
