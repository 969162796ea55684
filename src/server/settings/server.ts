import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { boolean, choice, duration, list, ratio, setting, wholeNumber } from './setting.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['auto', 'json', 'pretty'] as const;

const maxWorkers = 64;

/** A number, or `auto` for one worker per core. */
const workerCount = z
  .string()
  .regex(/^(\d+|auto)$/, `must be a whole number from 1 to ${maxWorkers}, or auto`)
  .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), maxWorkers) : Number(text)))
  .refine((value) => value >= 1 && value <= maxWorkers, `must be a whole number from 1 to ${maxWorkers}, or auto`);

/** Paths on which something else is served. */
const takenPaths = /^\/(?:healthz|readyz|metrics|convert|assets|cache|schema(?:\.\w+)?\.graphql)(?:\/|$)/;

/** Clients resolve these segments, and request another path. */
const hasDotSegment = (path: string) => /\/\.{1,2}(?:\/|$)/.test(path);
const dotSegments = 'must not have the segments "." and ".."';

const graphqlPath = z
  .string()
  .regex(/^(?:\/[\w.~-]+)+$/, 'must be a path such as /api/graphql, without a slash at its end')
  .refine((path) => !hasDotSegment(path), dotSegments)
  .refine((path) => !takenPaths.test(path), 'must not be a path on which the gateway serves something else');

const basePath = z
  .string()
  .regex(/^(?:\/[\w.~-]+)*\/?$/, 'must be a path such as /docs-graph')
  .refine((path) => !hasDotSegment(path), dotSegments)
  .transform((path) => path.replace(/\/$/, ''));

/** A name without a port, an IPv6 address in brackets, or `*.` and a domain. */
const hostNames = list((name) => name.toLowerCase()).refine(
  (names) => names.every((name) => /^(?:(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/.test(name)),
  'must be a comma-separated list of host names without ports, such as graph.example.com or *.example.com',
);

/** The gateway's own server and its processes. */
export const serverSettings = {
  host: setting('127.0.0.1', 'Address to listen on.', z.string().min(1)),
  port: setting('4000', 'Port to listen on; 0 picks a free port.', wholeNumber(0, 65_535)),
  basePath: setting(
    '',
    'Path under which everything is served, such as `/docs-graph`; GraphQL is then at `/docs-graph/graphql`.',
    basePath,
  ),
  graphqlPath: setting('/graphql', 'Path of GraphQL, below `BASE_PATH`.', graphqlPath),
  allowedHosts: setting(
    '',
    'Comma-separated host names under which the gateway is reached. If set, and with `UPSTREAM_TOKEN`, all but these and loopback names are rejected.',
    hostNames,
  ),
  workers: setting('1', 'Number of worker processes that share the port; `auto` starts one per core.', workerCount),
  logLevel: setting('info', `Log level: ${logLevels.map((level) => `\`${level}\``).join(', ')}.`, choice(logLevels)),
  logFormat: setting(
    'auto',
    `Form of the log: ${logFormats.map((format) => `\`${format}\``).join(', ')}. \`auto\` is \`pretty\` on a terminal, and \`json\` elsewhere.`,
    choice(logFormats),
  ),
  logSample: setting(
    '1',
    'Part of the operations without errors that leave a log line, from 0 to 1. It leaves out none with errors, and none that takes `SLOW_OPERATION_MS`, or a second if that is not set.',
    ratio,
  ),
  logClientAddress: setting(
    'false',
    'Whether log lines of requests have the address of the client, that behind `TRUSTED_PROXIES`; of IPv6, its /64 network.',
    boolean,
  ),
  slowOperationMs: setting(
    '0',
    'Duration from which on an operation is logged with its plan, in milliseconds; 0 turns it off.',
    duration(0, 3_600_000),
  ),
  requestTimeout: setting(
    '30000',
    'Deadline of one GraphQL request, in milliseconds. What is complete by then is returned.',
    duration(1, 3_600_000),
  ),
  clientTimeout: setting(
    '15000',
    'Time in which a client has to send its request, and to read each part of its response, in milliseconds.',
    duration(100, 3_600_000),
  ),
  readinessChecksService: setting(
    'false',
    'Whether `/readyz` returns 503 while the REST service does not respond. Clients then get errors of the load balancer in place of GraphQL errors.',
    boolean,
  ),
  shutdownDelay: setting(
    '0',
    'Time after a signal to stop in which the gateway still accepts requests, while `/readyz` returns 503, in milliseconds.',
    duration(0, 600_000),
    '5000',
  ),
  shutdownTimeout: setting(
    '10000',
    'Grace period for in-flight requests on shutdown, in milliseconds.',
    duration(0, 600_000),
  ),
  compression: setting(
    'false',
    'Whether GraphQL responses are compressed with br or gzip; for use without a proxy that compresses them.',
    boolean,
  ),
  executor: setting(
    'compiled',
    'Executor of GraphQL operations: `compiled`, or `graphql-js` for comparison.',
    choice(['compiled', 'graphql-js']),
  ),
};
