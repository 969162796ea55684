import { z } from 'zod';
import { duration, headerName, setting } from './setting.ts';

const secret = z
  .string()
  .min(16, 'must have at least 16 characters')
  .max(1024, 'must have at most 1024 characters')
  .regex(/^[\x21-\x7e]+$/, 'must have visible ASCII characters only');

const header = z
  .string()
  .regex(headerName, 'must be the name of a header')
  .transform((name) => name.toLowerCase());

/** How the gateway is told of changes that were made without it. */
export const cacheChangeSettings = {
  cacheInvalidationSecret: setting(
    undefined,
    'Secret of `POST /cache/invalidate`: who sends it as `Authorization: Bearer …` may invalidate the cache. Without it, the path does not exist.',
    secret,
  ),
  cacheWebhookSecret: setting(
    undefined,
    'Secret with which the webhooks of `POST /cache/webhook` are signed (HMAC-SHA256). Without it, the path does not exist.',
    secret,
  ),
  cacheWebhookSignatureHeader: setting(
    'x-signature-256',
    'Header of a webhook that holds its signature, in hexadecimal or base64.',
    header,
  ),
  cacheWebhookSignaturePrefix: setting(
    'sha256=',
    'What precedes the signature in its header; `none` for nothing.',
    z.string().transform((prefix) => (prefix === 'none' ? '' : prefix)),
  ),
  cacheWebhookTimestampHeader: setting(
    undefined,
    'Header of a webhook with the time of its signature, in seconds since 1970. The signature is then that of `<time>.<body>`, and old webhooks are rejected.',
    header,
  ),
  cacheWebhookMaxAge: setting(
    '300000',
    'Largest difference between the time of a webhook and that of the gateway, in milliseconds.',
    duration(1000, 86_400_000),
  ),
};
