import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNode } from './processes.ts';

export const subjectNames = ['docgraph', 'floor', 'apollo', 'yoga'] as const;
/**
 * `unlimited` is docgraph with its limits switched off, or as high as they go; `observed` is docgraph with metrics, and with
 * all traces exported.
 */
export type SubjectName = (typeof subjectNames)[number] | 'baseline' | 'unlimited' | 'observed';

export interface SubjectOptions {
  /** The gateway's command, as `npm run build:command` builds it. */
  gateway: string;
  /** Another build of it to compare with. */
  baseline?: string | undefined;
  upstreamUrl: string;
  /** Address of a receiver of traces, for `observed`. */
  receiverUrl?: string | undefined;
  core: number | undefined;
  /** Flags for the subject's Node. */
  nodeFlags?: readonly string[];
}

const off = ['MAX_PLANNED_CALLS', 'MAX_EVENT_LOOP_DELAY', 'MAX_HEAP_PERCENT', 'CIRCUIT_BREAKER', 'UPSTREAM_RETRIES'];
const highest: Readonly<Record<string, number>> = {
  MAX_TOKENS: 1e9,
  MAX_DEPTH: 200,
  MAX_FIELDS: 1e6,
  MAX_ALIASES: 1e9,
  MAX_ROOT_FIELDS: 1e9,
  MAX_MUTATIONS: 1e9,
  MAX_DIRECTIVES: 1e9,
  MAX_OPERATIONS: 1e9,
  MAX_NODE_IDS: 1e9,
  MAX_JSON_DEPTH: 1000,
  MAX_LIST_PAGES: 1e9,
  MAX_CALLS: 1e9,
  MAX_REQUEST_UPSTREAM_BYTES: 2 ** 40,
  MAX_UPSTREAM_BYTES: 2 ** 40,
  MAX_RESPONSE_BYTES: 2 ** 29,
  MAX_BODY_BYTES: 104_857_600,
  MAX_CONNECTIONS: 1e6,
  UPSTREAM_QUEUE: 1e6,
};

/** `npm start` and the image set it: a young generation of the default size makes V8 keep short-lived objects for long. */
const heapFlag = '--max-semi-space-size=64';

/** Every limit switched off, or at its maximum. */
const withoutLimits = Object.fromEntries([
  ...off.map((name) => [name, '0']),
  ...Object.entries(highest).map(([name, value]) => [name, String(value)]),
]);

/** A server under measurement, in a process of its own. */
export interface Subject {
  name: SubjectName;
  pid: number;
  /** Address of its GraphQL endpoint. */
  url: URL;
  stop(): Promise<void>;
}

/** Starts a subject and resolves when it listens. Rejects when its process ends before that. */
export async function startSubject(name: SubjectName, options: SubjectOptions): Promise<Subject> {
  const { upstreamUrl, core, nodeFlags = [] } = options;
  const own = name === 'unlimited' ? withoutLimits : name === 'observed' ? observed(options) : {};
  const environment = { UPSTREAM_URL: upstreamUrl, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...own };
  const { child, stop } = startNode([heapFlag, ...nodeFlags, ...commandOf(name, options)], { core, environment });
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with code ${code} before it listened.`);
  });
  const url = await Promise.race([announcedUrl(child.stdout), exited]);
  exited.catch(() => {});
  return { name, pid: child.pid as number, url, stop };
}

function observed({ receiverUrl = '' }: SubjectOptions): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: receiverUrl, OTEL_TRACES_SAMPLER: 'always_on', METRICS_PORT: '0' };
}

function commandOf(name: SubjectName, { gateway, baseline = '' }: SubjectOptions): string[] {
  if (name === 'docgraph' || name === 'unlimited' || name === 'observed') return [resolve(gateway), 'serve'];
  if (name === 'baseline') return [resolve(baseline), 'serve'];
  return [fileURLToPath(new URL(`./subjects/${name}.js`, import.meta.url))];
}

/** The first address that the program prints. The stream stays open: who writes to a closed one fails. */
function announcedUrl(output: NodeJS.ReadableStream | null): Promise<URL> {
  return new Promise((found) => {
    let text = '';
    output?.on('data', (chunk) => {
      text += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+\/graphql(?=\s)/.exec(text)?.[0];
      if (url !== undefined) found(new URL(url));
    });
  });
}
