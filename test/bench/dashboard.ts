import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { createSandbox, sandboxTokens } from '../../src/sandbox/index.ts';
import { createRandom, type Random } from '../../src/sandbox/random.ts';
import { freePort } from '../support/processes/free-port.ts';
import { shippedFlags } from '../support/processes/shipped-flags.ts';
import { readMetrics, type Samples, sumOf } from '../support/services/metrics.ts';
import { writeSection } from './docs.ts';
import { quantile } from './figures.ts';
import { startNode } from './processes.ts';
import { markdownTable } from './report.ts';
import { usageOf } from './usage.ts';

/** Users of the dashboard, each with an identity of its own, who look at it at the same time. */
const users = 50;
/** How often each of them looks, after the first times, in which V8 compiles what runs: without the cache, each time costs 77 calls. */
const repetitions = { off: 5, kept: 40 };
const warmUps = 2;
/** The part of the requests that write a comment instead. */
const writeShare = 0.01;

const findSpaces = '{ organizations { nodes { sites { nodes { siteSpaces { nodes { space { id } } } } } } } }';
const comment =
  'mutation ($id: ID!) { createSpaceComment(input: { spaceId: $id, body: { markdown: "Seen." } }) { comment { id } } }';

interface DashboardOptions {
  /** The gateway's command, as `npm run build:command` builds it. */
  gateway: string;
  core: number | undefined;
}

interface DashboardFigures {
  /** REST calls, requests of all users, and those of them that a kept result answered. */
  calls: number;
  requests: number;
  hits: number;
  cpuUs: number;
  p50: number;
  p99: number;
}

/**
 * Measures the query of the README for many users who repeat it, with some writes, with and without the cache. Resolves to the text, which is
 * written into docs/caching.md, too, if `writes`. Rejects at any response with errors.
 */
export async function measureDashboard(options: DashboardOptions, writes: boolean): Promise<string> {
  const off = await measureWith('off', repetitions.off, options);
  const kept = await measureWith('memory', repetitions.kept, options);
  const section = [
    `${users} users, ${writeShare * 100} % writes; ${off.requests} requests without the cache, ${kept.requests} with it; the sandbox is the service; Node ${process.version}:`,
    tableOf(off, kept),
  ].join('\n\n');
  if (writes) await writeSection('dashboard', section, 'docs/caching.md');
  return section;
}

function tableOf(off: DashboardFigures, kept: DashboardFigures): string {
  const row = (title: string, of: (figures: DashboardFigures) => string) => [title, of(off), of(kept)];
  return markdownTable(
    [{ title: '', isText: true }, { title: '`CACHE=off`' }, { title: '`CACHE=memory`' }],
    [
      row('REST calls for a request', (figures) => callsOfRequest(figures).toFixed(2)),
      row('REST calls saved', (figures) => percent(1 - callsOfRequest(figures) / callsOfRequest(off))),
      row('requests that a kept result answers', ({ hits, requests }) => percent(hits / requests)),
      row('p50 of a request', ({ p50 }) => `${p50.toFixed(1)} ms`),
      row('p99 of a request', ({ p99 }) => `${p99.toFixed(1)} ms`),
      row('CPU time of the gateway for a request', ({ cpuUs }) => `${cpuUs.toFixed(0)} µs`),
    ],
  );
}

const callsOfRequest = ({ calls, requests }: DashboardFigures) => calls / requests;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Measures a gateway with this `CACHE`, over a sandbox of its own, while each user sends so many requests. */
async function measureWith(cache: string, count: number, options: DashboardOptions): Promise<DashboardFigures> {
  let calls = 0;
  const sandbox = await createSandbox({ onRequest: () => void calls++ });
  const port = await freePort();
  const gateway = startNode([...shippedFlags, resolve(options.gateway), 'serve'], {
    core: options.core,
    environment: {
      CACHE: cache,
      UPSTREAM_URL: await sandbox.listen(),
      HOST: '127.0.0.1',
      PORT: `${port}`,
      FORWARD_HEADERS: 'x-user',
      METRICS: 'true',
    },
  });
  const dashboard = new Dashboard(`http://127.0.0.1:${port}`);
  try {
    await dashboard.start();
    await dashboard.run(warmUps);
    const [callsBefore, before] = [calls, await dashboard.metrics()];
    const cpuBefore = usageOf(gateway.child.pid as number).cpuUs;
    const latencies = await dashboard.run(count);
    const cpuUs = (usageOf(gateway.child.pid as number).cpuUs - cpuBefore) / latencies.length;
    const hits = hitsIn(await dashboard.metrics()) - hitsIn(before);
    const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
    return { calls: calls - callsBefore, requests: latencies.length, hits, cpuUs, p50, p99 };
  } finally {
    await dashboard.close();
    await gateway.stop();
    await sandbox.close();
  }
}

const hitsIn = (samples: Samples) => sumOf(samples, 'docgraph_cache_result_hits_total');

/** The users of one gateway's dashboard. */
class Dashboard {
  readonly #url: string;
  readonly #pool: Pool;
  readonly #random = createRandom(7);
  #query = '';
  #spaces: readonly string[] = [];

  constructor(url: string) {
    this.#url = url;
    this.#pool = new Pool(url, { connections: users });
  }

  /** Waits for the gateway, and learns what there is to comment on. */
  async start(): Promise<void> {
    this.#query = /```graphql\n(.*?)```/s.exec(await readFile('README.md', 'utf8'))?.[1] ?? '';
    while (!(await fetch(`${this.#url}/healthz`).catch(() => undefined))?.ok) await delay(50);
    const text = await this.#post(0, findSpaces);
    this.#spaces = [...text.matchAll(/"space":\{"id":"([^"]+)"/g)].map(([, id]) => id as string);
  }

  /** Lets each user send so many requests. Resolves to their sorted times, in milliseconds. */
  async run(count: number): Promise<Float64Array> {
    const times = await Promise.all(Array.from({ length: users }, (_, user) => this.#runUser(user, count)));
    return Float64Array.from(times.flat()).sort();
  }

  metrics(): Promise<Samples> {
    return readMetrics(`${this.#url}/metrics`);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #runUser(user: number, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const startedAt = performance.now();
      await this.#sendNext(user, this.#random);
      times.push(performance.now() - startedAt);
    }
    return times;
  }

  #sendNext(user: number, random: Random): Promise<string> {
    if (!random.chance(writeShare)) return this.#post(user, this.#query);
    return this.#post(user, comment, { id: random.pick(this.#spaces) });
  }

  async #post(user: number, query: string, variables = {}): Promise<string> {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${sandboxTokens.admin}`,
      'x-user': `user-${user}`,
    };
    const body = JSON.stringify({ query, variables });
    const response = await this.#pool.request({ method: 'POST', path: '/graphql', headers, body });
    const text = await response.body.text();
    if (response.statusCode !== 200 || text.includes('"errors"')) throw new Error(`${response.statusCode} ${text}`);
    return text;
  }
}
