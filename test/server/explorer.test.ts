import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Kind, parse } from 'graphql';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { examples, startingIds } from '../../src/explorer/examples.ts';
import { fillIds } from '../../src/explorer/ids.ts';
import type { ExplorerConfig } from '../../src/server/explorer.ts';
import { launchBrowser, skipsExplorer } from '../support/browser.ts';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
}, 30_000);
afterAll(() => gateway.stop());

describe('the examples on the sandbox', () => {
  it.each(examples)('$title: every operation returns data, and the ids for the next operation', async (example) => {
    let variables = fillIds(example.variables, (await run(startingIds)).data);
    for (const operationName of operationNames(example.query)) {
      const { data, errors } = await run(example.query, operationName, variables);
      expect(errors, operationName).toBeUndefined();
      expect(userErrors(data), operationName).toEqual([]);
      for (const value of Object.values(data ?? {})) expect(value, operationName).not.toBeNull();
      variables = fillIds(variables, data);
    }
    expect(Object.values(variables)).not.toContain('');
  });
});

it('sends operations to the endpoint behind a path prefix', async () => {
  const proxy = await startPrefixProxy(gateway.url, '/docs-graph');
  try {
    const { data, errors } = await run('{ organizations(first: 1) { nodes { id } } }', undefined, {}, `${proxy.url}/`);
    expect(errors).toBeUndefined();
    expect(data?.organizations).toMatchObject({ nodes: [{ id: expect.any(String) }] });
  } finally {
    await proxy.close();
  }
});

describe.skipIf(skipsExplorer)('the explorer in a browser', () => {
  let browser: Browser;
  let page: Page;
  let errorMessages: string[];
  let otherOrigins: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 30_000);
  afterAll(() => browser.close());
  afterEach(() => page.close());

  it('executes its first tab and shows data at every level, with requests to its own origin only', async () => {
    await open();
    const [response] = await Promise.all([
      page.waitForResponse((candidate) => candidate.request().postData()?.includes('NestedReads') ?? false),
      page.getByRole('button', { name: 'Execute query' }).click(),
    ]);
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain('"replies":{"nodes":[{"body":{"markdown":');
    await page.locator('.graphiql-response').getByText(data.organizations.nodes[0].title).waitFor();
    await page.locator('.docgraph-footer').getByText('HTTP 200').waitFor();
    expect(page.workers().map((worker) => new URL(worker.url()).origin)).toContain(new URL(gateway.url).origin);
    expect({ errorMessages, otherOrigins }).toEqual({ errorMessages: [], otherOrigins: [] });
  });

  it('does not store the token in local storage, and restores it after a reload', async () => {
    await open();
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.locator('.docgraph-footer').waitFor();
    for (const key of ['graphiql:tabState', 'graphiql:queries']) {
      await page.waitForFunction((name) => localStorage.getItem(name), `docgraph:${key}`);
    }
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Bearer');
    await page.reload();
    await page.getByText('"Bearer ').waitFor();
  });

  it('lists the REST calls of a request while explain is on', async () => {
    await open();
    await page.getByRole('button', { name: /^Explain/ }).click();
    await page.getByRole('button', { name: 'Show REST calls' }).click();
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.locator('.docgraph-calls li').first().getByText('organizations.list').waitFor();
    await page
      .locator('.docgraph-footer')
      .getByText(/\d+ REST calls/)
      .waitFor();
  });

  it.each([
    ['/', '/docs-graph/'],
    ['without a trailing slash', '/docs-graph'],
    ['and a query, without a trailing slash', '/docs-graph?tab=1'],
  ])('executes queries behind a path prefix (%s)', async (_, path) => {
    const proxy = await startPrefixProxy(gateway.url, '/docs-graph');
    try {
      await open(new URL(path, proxy.url).href);
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.request().postData()?.includes('NestedReads') ?? false),
        page.getByRole('button', { name: 'Execute query' }).click(),
      ]);
      expect(response.url()).toBe(`${proxy.url}/graphql`);
      expect((await response.json()).errors).toBeUndefined();
      await page.locator('.docgraph-footer').getByText('HTTP 200').waitFor();
      expect(new URL(page.url()).pathname).toBe('/docs-graph/');
    } finally {
      await proxy.close();
    }
  });

  it('transfers less than 60 kB when it is loaded again', { timeout: 60_000 }, async () => {
    const proxy = await startCountingProxy(gateway.url);
    const context = await browser.newContext();
    try {
      const first = await load(context, proxy.url);
      const sentFirst = proxy.bytesSent();
      const second = await load(context, proxy.url);
      expect(first.introspection).toBe(200);
      expect(first.bytes).toBeLessThan(2_000_000);
      expect(second.introspection).toBe(304);
      expect(second.bytes).toBeLessThan(60_000);
      // Includes what its workers have loaded, which the page's own network events do not.
      expect(proxy.bytesSent() - sentFirst).toBeLessThan(60_000);
    } finally {
      await context.close();
      await proxy.close();
    }
  });

  /** Loads the page until nothing more is loaded: the status of its introspection, and the bytes of its responses. */
  async function load(context: BrowserContext, url: string) {
    page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const urls = new Map<string, string>();
    const load = { bytes: 0, introspection: 0 };
    session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
    session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      if (urls.get(requestId)?.includes('IntrospectionQuery')) load.introspection = statusCode;
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      load.bytes += encodedDataLength;
    });
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('IntrospectionQuery')),
      page.goto(url),
    ]);
    // Of the editor, of JSON and of GraphQL: what they load is the last.
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    await page.waitForLoadState('networkidle');
    await page.close();
    return load;
  }

  /** Opens the page with empty storage, and records console errors and requests to other origins. */
  async function open(url = gateway.url): Promise<void> {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    errorMessages = [];
    otherOrigins = [];
    page.on('console', (message) => message.type() === 'error' && errorMessages.push(message.text()));
    page.on('pageerror', (error) => errorMessages.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin) otherOrigins.push(request.url());
    });
    await page.goto(url);
    await page.locator('.graphiql-query-editor').getByText('NestedReads').waitFor();
  }
});

interface Gateway {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the gateway with its sandbox, as users do, on a free port, and waits for the printed URL. */
async function startGateway(): Promise<Gateway> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'serve'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', PORT: '0', UPSTREAM_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url: await printedUrl(child), stop };
}

function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const findUrl = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url) resolve(`${url}/`);
    };
    child.stdout?.on('data', findUrl);
    child.stderr?.on('data', findUrl);
    child.once('exit', (code) => reject(new Error(`The gateway exited with code ${code}:\n${output}`)));
  });
}

interface GraphQLResult {
  data?: Record<string, unknown> | null;
  errors?: unknown[];
}

/** Sends an operation as the page at `pageUrl` does: to its configured endpoint, with its configured headers. */
async function run(
  query: string,
  operationName?: string,
  variables?: object,
  pageUrl = gateway.url,
): Promise<GraphQLResult> {
  const page = await (await fetch(pageUrl)).text();
  const config = JSON.parse(/id="docgraph-config">(.*?)<\/script>/.exec(page)?.[1] ?? '') as ExplorerConfig;
  const response = await fetch(new URL(config.endpoint, pageUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...config.headers },
    body: JSON.stringify({ query, operationName, variables }),
  });
  return (await response.json()) as GraphQLResult;
}

function operationNames(query: string): (string | undefined)[] {
  return parse(query)
    .definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ name }) => name?.value);
}

/** The user errors of all mutations in a result. */
function userErrors(data: GraphQLResult['data']): unknown[] {
  const payloads = Object.values(data ?? {}) as ({ userErrors?: unknown[] } | null)[];
  return payloads.flatMap((payload) => payload?.userErrors ?? []);
}
