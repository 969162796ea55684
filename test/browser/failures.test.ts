import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { replaceText, setQuery } from '../support/browser/explorer-page.ts';
import { startExplorer } from '../support/browser/explorer-world.ts';

describe.skipIf(skipsExplorer)('the explorer, where something fails,', () => {
  const { open } = explorerOfSuite();
  let page: Page;

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const footer = () => page.locator('.docgraph-footer');
  const plan = () => page.getByRole('region', { name: 'Plan' });
  const dialog = () => page.getByRole('dialog');

  it('shows the status of a page of the proxy, and that it is no response of GraphQL', async () => {
    page = await open();
    await page.route(endpoint, answerWithPage(502));
    await button(/^Execute query/).click();
    await footer().getByText('HTTP 502').waitFor();
    await footer().getByText('Not a GraphQL response').waitFor();
    expect(await footer().innerText()).not.toContain('No response');
  });

  it('asks for a token after a 401 of the proxy', async () => {
    page = await open();
    await page.route(endpoint, answerWithPage(401));
    await button(/^Execute query/).click();
    await dialog().getByText('The token was missing or rejected.').waitFor();
    await footer().getByText('HTTP 401').waitFor();
  });

  it('says where the token is that was rejected, if the tab has its own', async () => {
    page = await open();
    await button('Headers').click();
    await page.locator('.graphiql-editor-tool .view-lines:visible').click();
    await replaceText(page, '{"authorization": "Bearer nobody"}');
    await plan().getByText('≤ 155,056 calls').waitFor();
    await button(/^Execute query/).click();
    await dialog().getByText('The token in the headers of this tab was rejected.').waitFor();
  });

  it('asks for a token if the proxy rejects the request for the schema, and loads the schema with the token', async () => {
    const protect = async (route: Route) => {
      const isAllowed = route.request().headers().authorization === 'Bearer of-the-proxy';
      await (isAllowed ? route.continue() : answerWithPage(401)(route));
    };
    page = await open({ prepare: (opened) => opened.route(endpoint, protect) });
    await dialog().getByText('The token was missing or rejected. Enter one to load the schema.').waitFor();
    const token = dialog().getByLabel('Token', { exact: true });
    expect(await token.evaluate((field) => field === document.activeElement)).toBe(true);
    await token.fill('of-the-proxy');
    const schema = page.waitForResponse((response) => response.url().includes('IntrospectionQuery') && response.ok());
    await button('Use for all tabs').click();
    await schema;
    expect(await dialog().count()).toBe(0);
    await expect.poll(() => page.locator('.graphiql-response .view-lines').innerText()).toBe('');
  });

  it('keeps the facts of a response whose place an error of the schema takes', async () => {
    page = await open();
    await button(/^Execute query/).click();
    await footer().getByText('HTTP 200').waitFor();
    const response = page.locator('.graphiql-response');
    await response.getByText('"nodes"').first().waitFor();
    await page.route(endpoint, answerWithPage(502));
    await button(/^Re-fetch GraphQL schema/).click();
    await response.getByText('The response is no result of GraphQL').waitFor();
    await button('New tab').click();
    await page.locator('.graphiql-tab').first().getByRole('button').first().click();
    await response.getByText('The response is no result of GraphQL').waitFor();
    await footer().getByText('HTTP 200').waitFor();
    expect(await footer().innerText()).not.toContain('Not sent');
  });

  it('says that the first operation of a tab was not sent, for variables that are not valid', async () => {
    page = await open();
    await button('New tab').click();
    await page.locator('.graphiql-editor-tool .view-lines:visible').click();
    await page.keyboard.insertText('{ "broken": ');
    await button(/^Execute query/).click();
    await footer().getByText('Not sent').waitFor();
    await page.locator('.graphiql-response').getByText('Request not sent. Variables').waitFor();
  });

  it('shows a plan as soon as the gateway responds again', async () => {
    page = await open();
    await plan().getByText('≤ 155,056 calls').waitFor();
    await page.route(endpoint, (route) => route.abort('connectionrefused'));
    await setQuery(page, 'query One { organizations(first: 1) { nodes { title } } }');
    await plan().getByText('No plan: the gateway does not respond.').waitFor();
    await page.unroute(endpoint);
    await plan().getByText('≤ 1 call').waitFor();
  });

  it('plans without a schema, and shows why the gateway rejects an operation', async () => {
    const closed = await startExplorer({ INTROSPECTION: 'false' });
    try {
      page = await open({ url: closed.url });
      await plan().getByText('≤ 155,056 calls').waitFor();
      await setQuery(page, 'query Broken { organizations(first: 2) { nope } }');
      await plan().getByText('Cannot query field "nope"').waitFor();
    } finally {
      await closed.close();
    }
  });

  it('works where the browser blocks web storage: values are kept until the page is left', async () => {
    const errors: string[] = [];
    page = await open({
      isFirstVisit: true,
      prepare: async (opened) => {
        opened.on('pageerror', ({ message }) => errors.push(message));
        await opened.addInitScript(blockStorage);
      },
    });
    await page.getByRole('treegrid').waitFor();
    await button(/^Explain is on/).click();
    await button(/^Explain:/).waitFor();
    await page.getByLabel('User of the sandbox').selectOption('outsider');
    await button('New tab').click();
    await button('Connection').click();
    expect(await dialog().getByLabel('Token', { exact: true }).inputValue()).toBe('Bearer sandbox-outsider');
    await dialog().getByRole('button', { name: 'Use for all tabs' }).click();
    await button('Show History').click();
    await page.locator('.graphiql-history-item').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('works where web storage is full, and says that the tabs are not kept', async () => {
    const errors: string[] = [];
    page = await open({
      isFirstVisit: true,
      prepare: async (opened) => {
        opened.on('pageerror', ({ message }) => errors.push(message));
        await opened.addInitScript(fillStorage);
      },
    });
    await page.getByRole('treegrid').waitFor();
    await button(/^Explain is on/).click();
    await button(/^Explain:/).waitFor();
    const notice = page.getByRole('alert').filter({ hasText: 'The storage of the browser is full' });
    await notice.waitFor();
    await page.evaluate(() => localStorage.clear());
    await setQuery(page, 'query Kept { organizations(first: 1) { totalCount } }');
    await notice.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});

/** Runs in a page before its own scripts: the browser blocks the site's data. */
function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
}

/** Runs in a page before its own scripts: other pages of the site have used all of its space. */
function fillStorage(): void {
  let length = 8_388_608;
  for (; length >= 1; length /= 2) {
    try {
      localStorage.setItem(`filled:${length}`, 'x'.repeat(length));
    } catch {
      // Half of it may fit.
    }
  }
}

const endpoint = /\/graphql(?:\?|$)/;

/** Answers requests as a proxy does. */
function answerWithPage(status: number): (route: Route) => Promise<void> {
  return (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Proxy</h1>' });
}
