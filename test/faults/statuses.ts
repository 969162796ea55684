import type { Fault, Outcome } from '../support/upstreams/faults.ts';
import { status } from '../support/upstreams/tcp-upstream.ts';

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
};

/** Rejections that the input of a write can correct. */
const correctable = new Set([400, 409, 412, 422]);

const rejections = [
  400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 418, 421, 422, 423, 424, 425, 426, 428, 431,
  451,
].map((code): Fault => {
  const outcome = [codes[code] ?? 'BAD_USER_INPUT'];
  const write = correctable.has(code) ? ['userErrors'] : outcome;
  return { name: `responds with ${code}`, reply: status(code), once: outcome, always: outcome, write, reads: 1 };
});

const redirects = [300, 301, 302, 303, 304, 307, 308].map((code): Fault => {
  const outcome: Outcome[] = ['BAD_UPSTREAM_RESPONSE'];
  const reply = status(code, '', { location: '/v1/orgs/elsewhere' });
  return {
    name: `redirects with ${code}`,
    reply,
    once: outcome,
    always: outcome,
    write: [...outcome, 'WRITE_OUTCOME_UNKNOWN'],
    reads: 1,
  };
});

const errors = [500, 501, 505, 507, 508, 511, 520, 599].map((code): Fault => {
  const outcome = ['UPSTREAM_ERROR'];
  const write = [...outcome, 'WRITE_OUTCOME_UNKNOWN'];
  return { name: `responds with ${code}`, reply: status(code), once: outcome, always: outcome, write, reads: 1 };
});

/** Responses of a proxy or a service for a short time: a read is sent again. */
const outages = [502, 503, 504].map(
  (code): Fault => ({
    name: `responds with ${code}`,
    reply: status(code),
    once: ['data'],
    always: ['UPSTREAM_UNAVAILABLE'],
    write: ['UPSTREAM_UNAVAILABLE', 'WRITE_OUTCOME_UNKNOWN'],
  }),
);

const hour = 3_600_000;
const limited = (name: string, retryAfter: string | undefined, isRetried: boolean): Fault => ({
  name: `limits the rate, ${name}`,
  reply: status(429, '{}', retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  once: isRetried ? ['data'] : ['RATE_LIMITED'],
  always: ['RATE_LIMITED'],
  write: ['RATE_LIMITED'],
  reads: isRetried ? 3 : 1,
});

const limits: Fault[] = [
  { ...limited('without Retry-After', undefined, true), once: ['data', 'RATE_LIMITED'] },
  limited('with a Retry-After of 0', '0', true),
  limited('with a Retry-After of a second', '1', true),
  limited('with a Retry-After that is a date in the past', new Date(Date.now() - hour).toUTCString(), true),
  limited('with a Retry-After beyond the deadline', '60', false),
  limited('with a Retry-After of an hour', '3600', false),
  limited('with a Retry-After that is a date in an hour', new Date(Date.now() + hour).toUTCString(), false),
  limited('with a Retry-After of 10^30', `1${'0'.repeat(30)}`, false),
  { ...limited('with a Retry-After that is no time', 'soon', true), once: ['data', 'RATE_LIMITED'] },
  { ...limited('with a negative Retry-After', '-5', true), once: ['data', 'RATE_LIMITED'] },
];

export const statuses = { rejections, redirects, errors, outages, limits };
