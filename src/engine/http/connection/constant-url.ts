/** A URL that nobody changes. undici asks the URL of a service for these parts several times for each request. */
export class ConstantUrl extends URL {
  readonly #origin = super.origin;
  readonly #protocol = super.protocol;

  override get origin(): string {
    return this.#origin;
  }

  override get protocol(): string {
    return this.#protocol;
  }
}
