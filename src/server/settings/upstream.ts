import { z } from 'zod';
import { reservedHeaders } from './reserved-headers.ts';
import { boolean, duration, headerPairs, list, setting, size, wholeNumber } from './setting.ts';

/** Every operation's path starts with `/v1`: a base address that ends in it would repeat it. */
const versionSuffix = /\/v1\/*$/;

const httpUrl = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
  }, 'must be an http or https address without credentials, query or fragment')
  .transform((text) => {
    const url = new URL(text);
    url.pathname = url.pathname.replace(versionSuffix, '');
    return url;
  });

const exceptReserved = 'without headers that the gateway sets or that belong to one connection';

const headerNames = list((name) => name.toLowerCase()).refine(
  (names) => names.every((name) => /^[a-z0-9-]+$/.test(name) && !notForwarded.has(name)),
  `must be a comma-separated list of header names, ${exceptReserved}`,
);

/** Headers that cannot be forwarded, and not be set. */
const notForwarded = new Set([
  ...reservedHeaders,
  'content-length',
  'content-type',
  'proxy-authenticate',
  'proxy-authorization',
]);

/** The REST service, and how its calls are made. */
export const upstreamSettings = {
  upstreamUrl: setting(
    undefined,
    'Base address of the REST service, without `/v1`. If unset, the embedded sandbox is used.',
    httpUrl,
  ),
  upstreamToken: setting(
    undefined,
    'Token for requests without an `Authorization` header. For development.',
    z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII characters without spaces'),
  ),
  forwardHeaders: setting(
    '',
    'Comma-separated names of request headers to forward to REST, in addition to `Authorization`.',
    headerNames,
  ),
  upstreamHeaders: setting(
    '',
    'Headers of all REST calls, such as `x-api-version=2,x-api-key=…`. Values may be percent-encoded. A secret.',
    headerPairs(`x-api-version=2,x-tenant=docs, ${exceptReserved}`, (name) => !notForwarded.has(name.toLowerCase())),
  ),
  upstreamTimeout: setting(
    '10000',
    'Timeout of one REST call, from when it is sent to the end of its response, in milliseconds.',
    duration(1, 600_000),
  ),
  upstreamRetries: setting(
    '2',
    'Maximum number of times that a failed read is sent again. Writes are never sent again.',
    wholeNumber(0, 10),
  ),
  upstreamConnections: setting(
    '96',
    'Maximum number of connections for reads to the REST service; writes have a quarter of it, at least 4, in addition.',
    wholeNumber(1, 1024),
  ),
  upstreamConnectionAge: setting(
    '60000',
    'Longest time for which a kept-alive connection to the REST service gets new calls, in milliseconds. Then the DNS name is resolved again; 0 turns it off.',
    duration(0, 86_400_000),
  ),
  upstreamQueue: setting(
    '2000',
    'Maximum number of REST calls of one client that wait for a connection; ten times as many of all together.',
    wholeNumber(1, 1_000_000),
  ),
  upstreamMaxResponseBytes: setting(
    '8388608',
    'Maximum size of a REST response, decompressed, in bytes.',
    size(1024, 1_073_741_824),
  ),
  circuitBreaker: setting(
    '10',
    'Number of REST calls that fail in a row until calls fail at once, while the service is down; 0 turns it off.',
    wholeNumber(0, 10_000),
  ),
  outlierEjection: setting(
    '5',
    "Number of REST calls that fail in a row at one of several addresses of the service's name until it gets no calls for a time; 0 turns it off.",
    wholeNumber(0, 10_000),
  ),
  shareCalls: setting(
    'true',
    'Whether identical in-flight reads with the same credentials share one REST call.',
    boolean,
  ),
  shareOperations: setting(
    'true',
    'Whether identical in-flight queries with the same credentials share one execution.',
    boolean,
  ),
  sandboxScale: setting('1', "Multiplies every list of the embedded sandbox's seed data.", wholeNumber(1, 1000)),
  sandboxLatency: setting(
    '0',
    'Delay of each response of the embedded sandbox, in milliseconds.',
    duration(0, 600_000),
  ),
  sandboxFaultRate: setting('0', 'Percentage of REST calls that fail in the embedded sandbox.', wholeNumber(0, 100)),
};

/** What is wrong with these settings together. */
export function upstreamMistakes({ forwardHeaders, upstreamHeaders }: Readonly<Record<string, unknown>>): string[] {
  const fixed = Object.keys((upstreamHeaders ?? {}) as object).map((name) => name.toLowerCase());
  const both = ((forwardHeaders ?? []) as readonly string[]).filter((name) => fixed.includes(name));
  return both.map((name) => `FORWARD_HEADERS and UPSTREAM_HEADERS both name ${name}: remove it from one.`);
}
