import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, skipsExplorer } from '../support/browser/browser.ts';
import { isPlanRequest, setQuery, withoutEvents } from '../support/browser/explorer-page.ts';
import { visited } from '../support/browser/explorer-world.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { type CountingProxy, startCountingProxy } from '../support/proxies/counting-proxy.ts';
import { startPrefixProxy } from '../support/proxies/prefix-proxy.ts';

describe.skipIf(skipsExplorer)('the explorer', () => {
  let gateway: GatewayProcess;
  let browser: Browser;
  let page: Page;
  let errorMessages: string[];
  let otherOrigins: string[];

  beforeAll(async () => {
    [gateway, browser] = await Promise.all([GatewayProcess.start({ UPSTREAM_URL: '' }), launchBrowser()]);
  });
  afterAll(() => Promise.all([browser.close(), gateway.stop()]));
  afterEach(() => page.close());

  it('executes its first tab and shows data at every level, with requests to its own origin only', async () => {
    await open();
    await withoutEvents(page);
    const [response] = await Promise.all([
      page.waitForResponse((candidate) => isExecution(candidate.request())),
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

  it('completes, describes and validates in the query, and validates variables', async () => {
    await open();
    const query = page.locator('.graphiql-query-editor');
    const description = page.locator('.monaco-hover').getByText('Organizations that you are a member of.');
    // There is none until the worker has the schema.
    const describes = async () => {
      await page.mouse.move(2, 2);
      // The plan beside the text names the same fields.
      await query.locator('.view-lines').getByText('organizations', { exact: true }).hover();
      await page.waitForTimeout(500);
      return description.isVisible();
    };
    await expect.poll(describes, { timeout: 25_000 }).toBe(true);
    await setQuery(page, 'query Named($id: ID!) { organizations { nope ');
    await page.keyboard.type('nod');
    await page.locator('.suggest-widget [aria-label^="nodes"]').waitFor();
    await page.keyboard.press('Escape');
    await query.locator('.squiggly-error').first().waitFor();
    await page.locator('.graphiql-editor-tool .view-lines:visible').click();
    await page.keyboard.type('{"id": 1');
    await page.locator('.graphiql-editor-tool .squiggly-error').first().waitFor();
    expect(errorMessages).toEqual([]);
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
    await page.getByRole('button', { name: 'Connection' }).click();
    expect(await page.getByLabel('Token', { exact: true }).inputValue()).toMatch(/^Bearer /);
  });

  it('shows the REST calls of a request while explain is on, as it is at first', async () => {
    await open();
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.getByRole('treegrid').getByText('organizations.list').waitFor();
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
      await withoutEvents(page);
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => isExecution(candidate.request())),
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

  it('transfers less than 1 MB, and less than 60 kB when it is loaded again', async () => {
    const proxy = await startCountingProxy(gateway.url);
    const context = await browser.newContext();
    try {
      const first = await load(context, proxy);
      const second = await load(context, proxy);
      expect(first.introspection).toBe(200);
      expect(first.bytes).toBeLessThan(1_000_000);
      expect(second.introspection).toBe(304);
      expect(second.bytes).toBeLessThan(60_000);
    } finally {
      await context.close();
      await proxy.close();
    }
  });

  /** Loads the page until nothing more is loaded: the status of its introspection, and all bytes that it is sent. */
  async function load(context: BrowserContext, proxy: CountingProxy) {
    await context.addInitScript(visited);
    page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    // The events of one request come from two processes, in any order.
    const statuses = new Map<string, number>();
    let introspectionId = '';
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('IntrospectionQuery')) introspectionId = requestId;
    });
    session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode));
    const before = proxy.bytesSent();
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('IntrospectionQuery')),
      page.goto(proxy.url),
    ]);
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    let sent: number;
    do {
      sent = proxy.bytesSent();
      await page.waitForTimeout(2000);
    } while (proxy.bytesSent() > sent);
    expect(page.workers()).toEqual([]);
    // Of the editor, of JSON and of GraphQL.
    await page.locator('.graphiql-query-editor').hover();
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(3);
    await page.close();
    return { bytes: sent - before, introspection: statuses.get(introspectionId) };
  }

  /** Opens the page with empty storage, and records console errors and requests to other origins. */
  async function open(url = gateway.url): Promise<void> {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(visited);
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

/** Whether a request executes the first example; its plan is requested before. */
function isExecution(request: Request): boolean {
  return !isPlanRequest(request) && (request.postData()?.includes('NestedReads') ?? false);
}
