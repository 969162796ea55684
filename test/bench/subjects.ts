import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/processes/free-port.ts';
import { shippedFlags } from '../support/processes/shipped-flags.ts';
import { startNode, startProgram } from './processes.ts';

export const subjectNames = ['docgraph', 'floor', 'apollo', 'yoga'] as const;
/**
 * `unlimited` is docgraph with its limits switched off, or as high as they go; `observed` is docgraph with metrics, and with
 * all traces exported; `sampled` is it with a tenth of the traces, and `silent` has no log line of a request either. `kept` keeps whole results, `keptCalls` REST responses alone, and `unhit` both, but in too little memory for a later request to find them. `yogaKept`,
 * `apolloKept` and `tailcallKept` are peers with their caches; the last one is there where `TAILCALL_PATH` names its program.
 */
export type SubjectName =
  | (typeof subjectNames)[number]
  | 'baseline'
  | 'unlimited'
  | 'observed'
  | 'sampled'
  | 'silent'
  | 'kept'
  | 'keptCalls'
  | 'unhit'
  | 'yogaKept'
  | 'apolloKept'
  | 'tailcallKept';

/** The program of Tailcall, of version 1.0: npm has it as `@tailcallhq/core-linux-x64-gnu`. */
export const tailcallPath = process.env.TAILCALL_PATH;

export interface SubjectOptions {
  /** The gateway's command, as `npm run build:command` builds it. */
  gateway: string;
  /** Another build of it to compare with. */
  baseline?: string | undefined;
  upstreamUrl: string;
  /** Address of a receiver of traces, for `observed` and `sampled`. */
  receiverUrl?: string | undefined;
  core: number | undefined;
  /** Flags for the subject's Node. */
  nodeFlags?: readonly string[];
  /** Opens a channel for messages to the subject. */
  ipc?: boolean;
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
  MAX_INPUT_VALUES: 1_000_000_000,
  MAX_LIST_PAGES: 1e9,
  MAX_CALLS: 1e9,
  MAX_REQUEST_UPSTREAM_BYTES: 2 ** 40,
  MAX_UPSTREAM_BYTES: 2 ** 40,
  MAX_RESPONSE_BYTES: 2 ** 29,
  MAX_BODY_BYTES: 104_857_600,
  MAX_CONNECTIONS: 1e6,
  UPSTREAM_QUEUE: 1e6,
};

/** Every limit switched off, or at its maximum. */
const withoutLimits = Object.fromEntries([
  ...off.map((name) => [name, '0']),
  ...Object.entries(highest).map(([name, value]) => [name, String(value)]),
]);

/** A server under measurement, in a process of its own. */
export interface Subject {
  name: SubjectName;
  pid: number;
  child: ChildProcess;
  /** Address of its GraphQL endpoint. */
  url: URL;
  stop(): Promise<void>;
}

/**
 * Starts the subjects and resolves when they listen. Gateways that differ in their settings share a process: one build differs
 * from process to process by more than most settings cost. Rejects when a process ends before it listens.
 */
export async function startSubjects(names: readonly SubjectName[], options: SubjectOptions): Promise<Subject[]> {
  const together = names.filter((name) => name === 'docgraph' || name in settingsOf);
  const alone = together.length === 1 ? names : names.filter((name) => !together.includes(name));
  const started = await Promise.all([
    ...(together.length > 1 ? [startProcess(together, options)] : []),
    ...alone.map((name) => (name === 'tailcallKept' ? startTailcall(options) : startProcess([name], options))),
  ]);
  const subjects = started.flat();
  return names.map((name) => subjects.find((subject) => subject.name === name) as Subject);
}

/** Starts a subject and resolves when it listens. Rejects when its process ends before that. */
export async function startSubject(name: SubjectName, options: SubjectOptions): Promise<Subject> {
  const [subject] = await startProcess([name], options);
  return subject as Subject;
}

/**
 * Starts a process with one subject, or with several gateways. Their settings are the defaults with `NODE_ENV=production`: they
 * write their log, to the null device.
 */
async function startProcess(names: readonly SubjectName[], options: SubjectOptions): Promise<Subject[]> {
  const { upstreamUrl, core, ipc, nodeFlags = [] } = options;
  const command = commandOf(names, options);
  // The command tells its address in its log, which goes to the null device; the other programs write it.
  const port = command.at(-1) === 'serve' ? await freePort() : 0;
  const keeps = String(names.some((name) => name in peersWithCache));
  const environment = { UPSTREAM_URL: upstreamUrl, HOST: '127.0.0.1', PORT: String(port), KEEP_RESPONSES: keeps };
  const args = [...shippedFlags, ...nodeFlags, ...command];
  const { child, stop } = startNode(args, { core, environment, ipc, stderr: 'pipe' });
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${names.join(' and ')} ended with code ${code} before it listened.`);
  });
  const output = child.stderr as Readable;
  const listening = port === 0 ? announcedUrls(output, names.length) : servedUrl(output, port);
  const urls = await Promise.race([listening, exited]);
  exited.catch(() => {});
  return names.map((name, i) => ({ name, pid: child.pid as number, child, url: urls[i] as URL, stop }));
}

/** Starts the program of Tailcall on one core, with a configuration that has the fields of the small query. */
async function startTailcall({ upstreamUrl, core }: SubjectOptions): Promise<Subject[]> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-tailcall-'));
  const file = join(folder, 'schema.graphql');
  const shipped = readFileSync(new URL('../../../subjects/tailcall.graphql', import.meta.url), 'utf8');
  writeFileSync(file, shipped.replaceAll('http://service', upstreamUrl).replace('4000', String(port)));
  const environment = { TAILCALL_TRACKER: 'false', TAILCALL_LOG_LEVEL: 'error' };
  const { child, stop } = startProgram([tailcallPath ?? '', 'start', file], { core, environment });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/status`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`Tailcall ended with code ${child.exitCode} before it listened.`);
    await delay(50);
  }
  rmSync(folder, { recursive: true });
  return [{ name: 'tailcallKept', pid: child.pid as number, child, url: new URL(`${origin}/graphql`), stop }];
}

/** Metrics, and a part of the traces. */
function observed({ receiverUrl = '' }: SubjectOptions, share: string): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiverUrl,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: share,
    METRICS: 'true',
  };
}

/** Environment variables of gateways that differ from the default in their settings alone. */
const settingsOf: Partial<Record<SubjectName, (options: SubjectOptions) => Record<string, string>>> = {
  unlimited: () => withoutLimits,
  observed: (options) => observed(options, '1'),
  sampled: (options) => observed(options, '0.1'),
  silent: () => ({ LOG_LEVEL: 'silent' }),
  kept: () => ({ CACHE: 'memory', CACHE_TTL: '1h' }),
  keptCalls: () => ({
    CACHE: 'memory',
    CACHE_TTL: '1h',
    CACHE_RESULTS: 'false',
    SHARE_OPERATIONS: 'false',
    SHARE_CALLS: 'false',
  }),
  unhit: () => ({ CACHE: 'memory', CACHE_TTL: '1h', CACHE_MAX_BYTES: '16MiB' }),
};

/** The programs of the peers that have a response cache. */
const peersWithCache: Partial<Record<SubjectName, string>> = { yogaKept: 'yoga', apolloKept: 'apollo' };

function commandOf(names: readonly SubjectName[], options: SubjectOptions): string[] {
  const { gateway, baseline = '' } = options;
  const [name = 'docgraph'] = names;
  if (names.length > 1 || name in settingsOf) {
    return [program('gateways'), JSON.stringify(names.map((one) => settingsOf[one]?.(options) ?? {}))];
  }
  if (name === 'docgraph') return [resolve(gateway), 'serve'];
  if (name === 'baseline') return [resolve(baseline), 'serve'];
  return [program(peersWithCache[name] ?? name)];
}

function program(name: string): string {
  return fileURLToPath(new URL(`./subjects/${name}.js`, import.meta.url));
}

/** The address of the command, once it responds. What it writes, such as a mistake, is shown. */
async function servedUrl(output: Readable, port: number): Promise<URL[]> {
  output.pipe(process.stderr, { end: false });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/healthz`).catch(() => undefined))?.ok) await delay(50);
  return [new URL(`${origin}/graphql`)];
}

/** The first so many addresses that the program writes. What it writes besides, such as a mistake, is shown. */
function announcedUrls(output: Readable, count: number): Promise<URL[]> {
  return new Promise((found) => {
    let text = '';
    const look = (chunk: Buffer) => {
      text += chunk;
      const urls = text.match(/http:\/\/127\.0\.0\.1:\d+\/graphql(?=\s)/g) ?? [];
      if (urls.length < count) return;
      output.off('end', show).off('data', look).pipe(process.stderr, { end: false });
      found(urls.map((url) => new URL(url)));
    };
    const show = () => process.stderr.write(text);
    output.on('data', look).once('end', show);
  });
}
