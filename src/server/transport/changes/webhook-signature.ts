import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../../settings/settings.ts';

type SignatureSettings = Pick<
  Settings,
  'cacheWebhookSignatureHeader' | 'cacheWebhookSignaturePrefix' | 'cacheWebhookTimestampHeader' | 'cacheWebhookMaxAge'
>;

/** What a webhook says of itself in its headers, before its body is known. */
export interface ClaimedSignature {
  readonly bytes: Buffer;
  /** As it was sent. */
  readonly timestamp: string | undefined;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks the signatures of webhooks: an HMAC-SHA256 over the body, or over `<time>.<body>` where webhooks tell their time. A time that
 * is not signed would prove nothing.
 */
export class WebhookSignature {
  readonly #secret: string;
  readonly #settings: SignatureSettings;

  constructor(secret: string, settings: SignatureSettings) {
    this.#secret = secret;
    this.#settings = settings;
  }

  /** Undefined where the headers have no signature, or none that is valid now. */
  claimedIn(headers: Headers): ClaimedSignature | undefined {
    const { cacheWebhookSignaturePrefix: prefix, cacheWebhookTimestampHeader: timestampHeader } = this.#settings;
    const value = headers[this.#settings.cacheWebhookSignatureHeader];
    if (typeof value !== 'string' || !value.startsWith(prefix)) return undefined;
    const bytes = signatureOf(value.slice(prefix.length));
    if (bytes === undefined || timestampHeader === undefined) return bytes && { bytes, timestamp: undefined };
    const timestamp = headers[timestampHeader];
    if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return undefined;
    const isOld = Math.abs(Date.now() - Number(timestamp) * 1000) > this.#settings.cacheWebhookMaxAge;
    return isOld ? undefined : { bytes, timestamp };
  }

  /** Whether a claimed signature is that of the body. */
  isOf({ bytes, timestamp }: ClaimedSignature, body: Buffer): boolean {
    const hmac = createHmac('sha256', this.#secret);
    if (timestamp !== undefined) hmac.update(`${timestamp}.`);
    return timingSafeEqual(hmac.update(body).digest(), bytes);
  }
}

/** The bytes of a signature in hexadecimal or base64; undefined for anything else. */
function signatureOf(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
