import { hash as hashOf } from 'node:crypto';
import type { Logger } from 'pino';
import type { ClientInfo } from '../../request/client-info.ts';
import { LinesBySource } from './lines-by-source.ts';
import type { DocumentReference } from './trusted-documents.ts';

const periodMs = 3_600_000;

/** A document that is not trusted, as a request sent or named it. */
export interface UnknownDocument extends DocumentReference {
  operationName: string | undefined;
  /** What the client is counted by, where its credentials are not confirmed. */
  address: string | undefined;
}

/**
 * Logs unknown documents: each once an hour, and at most so many that neither one client nor all that nobody knows can keep
 * those of others out of the log.
 */
export class UnknownDocumentLog {
  readonly #logger: Pick<Logger, 'warn'>;
  /** Those that a client with credentials has executed without an error: by its credentials. */
  readonly #confirmed = new LinesBySource({ lines: 2000, linesOfOne: 500 });
  /** All others: by address. */
  readonly #unconfirmed = new LinesBySource({ lines: 1000, linesOfOne: 50 });
  #periodEnd = 0;

  constructor(logger: Pick<Logger, 'warn'>) {
    this.#logger = logger;
  }

  /**
   * `confirmed`: the client, if the REST service has answered the document's operation without an error. Neither the text of the
   * document nor an id that may be something else is logged.
   */
  add({ id, text, operationName, address }: UnknownDocument, client: ClientInfo, confirmed?: string): void {
    this.#beginPeriod(performance.now());
    if (id === undefined && text === undefined) return;
    const hash = text === undefined ? digestOrHash(id ?? '') : hashOf('sha256', text, 'hex');
    if (this.#confirmed.has(hash) || (confirmed === undefined && this.#unconfirmed.has(hash))) return;
    const lines = confirmed === undefined ? this.#unconfirmed : this.#confirmed;
    const outcome = lines.add(hash, confirmed === undefined ? (address ?? '') : hashOf('sha256', confirmed, 'hex'));
    if (outcome === 'full') return;
    const operation = operationName !== undefined && isName.test(operationName) ? operationName : null;
    const isConfirmed = confirmed !== undefined;
    this.#logger.warn({ hash, operation, confirmed: isConfirmed, ...clientFields(client) }, 'unknown document');
    if (outcome === 'last') {
      this.#logger.warn({ confirmed: isConfirmed }, 'further unknown documents are not logged for an hour');
    }
  }

  #beginPeriod(now: number): void {
    if (now < this.#periodEnd) return;
    this.#confirmed.clear();
    this.#unconfirmed.clear();
    this.#periodEnd = now + periodMs;
  }
}

function clientFields({ name, version }: ClientInfo) {
  return { ...(name !== null && { client: name }), ...(version !== null && { clientVersion: version }) };
}

const isName = /^\w{1,100}$/;

/** MD5, SHA-1, SHA-256 or SHA-512 in hex. */
const isDigest = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/;

function digestOrHash(id: string): string {
  return isDigest.test(id) ? id : hashOf('sha256', id, 'hex');
}
