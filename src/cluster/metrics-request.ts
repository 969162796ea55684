import { withTimeout } from '../server/runtime/with-timeout.ts';

/** How long the primary process has to send the metrics, in milliseconds. */
const timeoutMs = 5000;

/** Requests the metrics of all workers from the primary process, in a worker. One request is open at a time. */
export class MetricsRequest {
  readonly #send: () => void;
  #open: Promise<string> | undefined;
  #resolve: ((text: string) => void) | undefined;

  /** `send` sends the request to the primary process. */
  constructor(send: () => void) {
    this.#send = send;
  }

  /** Resolves to the text; those who ask meanwhile get the same. Rejects where the primary process does not respond. */
  read(): Promise<string> {
    this.#open ??= withTimeout(this.#response(), timeoutMs, noResponse).finally(() => {
      this.#open = undefined;
    });
    return this.#open;
  }

  /** Takes the response of the primary process. */
  received(text: string): void {
    this.#resolve?.(text);
  }

  #response(): Promise<string> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#send();
    });
  }
}

const noResponse = () => new Error('The primary process does not respond.');
