import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ClientInfo } from '../observation/client-info.ts';
import type { DocumentReference } from './trusted-documents.ts';

/** Most documents that are logged in one period. */
const maxLogged = 1000;

const periodMs = 3_600_000;

/** A document that is not trusted, as a request sent or named it. */
export interface UnknownDocument extends DocumentReference {
  operationName: string | undefined;
}

/** Logs unknown documents: each once an hour, and at most 1,000 of them. */
export class UnknownDocumentLog {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #logged = new Set<string>();
  #periodEnd = 0;

  constructor(logger: Pick<Logger, 'warn'>) {
    this.#logger = logger;
  }

  /** Neither the text of the document nor an id that may be something else is logged. */
  add({ id, text, operationName }: UnknownDocument, { name, version }: ClientInfo): void {
    this.#beginPeriod(performance.now());
    if (this.#logged.size >= maxLogged || (id === undefined && text === undefined)) return;
    const hash = text === undefined ? digestOrHash(id ?? '') : sha256(text);
    if (this.#logged.has(hash)) return;
    this.#logged.add(hash);
    const operation = operationName !== undefined && isName.test(operationName) ? operationName : null;
    const client = { ...(name !== null && { client: name }), ...(version !== null && { clientVersion: version }) };
    this.#logger.warn({ hash, operation, ...client }, 'unknown document');
    if (this.#logged.size === maxLogged) this.#logger.warn('further unknown documents are not logged for an hour');
  }

  #beginPeriod(now: number): void {
    if (now < this.#periodEnd) return;
    this.#logged.clear();
    this.#periodEnd = now + periodMs;
  }
}

const isName = /^\w{1,100}$/;

/** MD5, SHA-1, SHA-256 or SHA-512 in hex. */
const isDigest = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/;

function digestOrHash(id: string): string {
  return isDigest.test(id) ? id : sha256(id);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
