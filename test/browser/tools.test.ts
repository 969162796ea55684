import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { activeTab, executeQuery, storedTabs } from '../support/browser/explorer-page.ts';
import { clipboardOf, startExplorer } from '../support/browser/explorer-world.ts';
import { startPrefixProxy } from '../support/proxies/prefix-proxy.ts';

describe.skipIf(skipsExplorer)('the tools of the explorer', () => {
  const explorer = explorerOfSuite();
  /** The page of the tests that need none of their own. */
  let sharedPage: Page;
  let page: Page;
  beforeAll(async () => {
    sharedPage = await explorer.open();
  }, 120_000);
  beforeEach(() => {
    page = sharedPage;
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  const execute = () => executeQuery(page);

  it('shows variables first, opens examples from their pane, and keeps the active tab in view', async () => {
    await expect.poll(() => page.locator('.graphiql-editor-tools button.active').textContent()).toBe('Variables');
    await button('Show Examples').click();
    const examples = page.locator('.docgraph-example');
    const titles = await examples.locator('strong').allTextContents();
    for (const [index, title] of titles.slice(0, 7).entries()) {
      await examples.nth(index).click();
      await expect.poll(async () => (await activeTab(page))?.title).toBe(title);
    }
    const tabs = (await storedTabs(page)).tabs.map(({ title }) => title);
    expect(titles.slice(0, 7)).toEqual(tabs);
    await button('New tab').click();
    const isInView = () =>
      page.evaluate(() => {
        const tab = document.querySelector('.graphiql-tab-active')?.getBoundingClientRect();
        const list = document.querySelector('.graphiql-tabs')?.getBoundingClientRect();
        return tab !== undefined && list !== undefined && tab.right <= list.right + 1 && tab.left >= list.left - 1;
      });
    await expect.poll(isInView).toBe(true);
  });

  it('copies the operation as a curl command without the token', async () => {
    const tab = page.locator('.graphiql-tab', { hasText: 'NestedReads' });
    // The tabs may still scroll to the new one, and a click miss.
    const chosen = async () => {
      await tab.locator('button').first().click();
      return (await tab.getAttribute('class')) ?? '';
    };
    await expect.poll(chosen).toContain('graphiql-tab-active');
    await page.locator('.graphiql-query-editor').getByText('NestedReads').waitFor();
    await button('Copy as curl, without the token').click();
    await page.getByText('Copied').waitFor();
    const command = await clipboardOf(page);
    expect(command).toContain(`curl '${explorer.url}/graphql'`);
    expect(command).not.toContain(sandboxTokens.admin);
    expect((await shell(command)).data.organizations.nodes.length).toBeGreaterThan(1);
  });

  it('copies without the clipboard of the browser, and says if that fails', async () => {
    page = await explorer.open();
    // As on a page over HTTP from another machine.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await button('Copy as curl, without the token').click();
    await page.getByText('Copied').waitFor();
    await button(/^Copy query/).click();
    const copied = () => page.evaluate(() => Reflect.get(Navigator.prototype, 'clipboard', navigator).readText());
    await expect.poll(copied).toBe((await activeTab(page))?.query);
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await button('Copy a link to this operation, without headers').click();
    await page.getByText('Not copied').waitFor();
    expect(await page.locator('body > textarea').count()).toBe(0);
  });

  it('opens a curl command as an operation in a new tab, and says what is wrong with another', async () => {
    await button('Show REST and GraphQL').click();
    const field = page.getByLabel(/Paste a curl command/);
    await field.fill(`curl 'https://rest.example/api/v1/orgs?limit=2' -H 'Authorization: Bearer secret'`);
    await button('Open as operation').click();
    await page.getByText('Opened organizations.list in a new tab.').waitFor();
    await expect.poll(() => activeTab(page)).toMatchObject({ title: 'Organizations', variables: '{\n  "first": 2\n}' });
    expect(JSON.stringify(await storedTabs(page))).not.toContain('secret');
    await execute();
    await page.locator('.graphiql-response').getByText('"totalCount"').waitFor();
    await field.fill('GET /v1/nothing');
    await button('Open as operation').click();
    await page.getByText('The contract has no operation at "/v1/nothing".').waitFor();
  });

  it('copies all REST calls of a response, and those of writes with their bodies', async () => {
    page = await explorer.open({ url: `${explorer.url}/${await linkTo(renameSpace(await firstSpace()))}` });
    await execute();
    await button('Show REST and GraphQL').click();
    await button('Copy 1 REST call as curl').click();
    await page.getByText('Copied').waitFor();
    const command = await clipboardOf(page);
    expect(command).toMatch(/^curl -X PATCH 'http:\/\/127\.0\.0\.1:\d+\/v1\/spaces\/\w+' \\\n/);
    expect(command).toContain(`-d '{"title":"It'\\''s renamed"}'`);
    expect(await shell(command)).toMatchObject({ object: 'space', title: "It's renamed" });
  });

  it('shares the operation and its variables in a link, without headers', async () => {
    page = await explorer.open();
    await button('Copy a link to this operation, without headers').click();
    await page.getByText('Copied').waitFor();
    const link = await clipboardOf(page);
    expect(link.startsWith(`${explorer.url}/#z=`)).toBe(true);
    page = await explorer.open({
      url: link.replace(/#.*/, await linkTo('query Shared { organizations { totalCount } }')),
    });
    await expect.poll(async () => (await activeTab(page))?.title).toBe('Shared');
    expect(page.url()).toBe(`${explorer.url}/`);
    await execute();
    await page.evaluate((hash) => location.assign(hash), new URL(link).hash);
    await expect.poll(async () => (await activeTab(page))?.title).toBe('NestedReads');
  });

  it('says that the operation of a link cannot be read, at its start and later', async () => {
    const cut = (await linkTo('query Shared { organizations { totalCount } }')).slice(0, -3);
    page = await explorer.open({ url: `${explorer.url}/${cut}` });
    const notice = page.getByRole('alert').filter({ hasText: 'The operation of the link cannot be read' });
    await notice.waitFor();
    expect(page.url()).toBe(`${explorer.url}/`);
    await button('Close').click();
    await notice.waitFor({ state: 'detached' });
    await page.evaluate((hash) => location.assign(hash), cut);
    await notice.waitFor();
    await expect.poll(async () => (await storedTabs(page)).tabs.length).toBe(1);
  });

  it('switches between the users of the sandbox', async () => {
    const users = page.getByLabel('User of the sandbox');
    expect(await users.locator('option').allTextContents()).toEqual(
      Object.keys(sandboxTokens).map((name) => expect.stringMatching(new RegExp(`^${name}: .`))),
    );
    const outsider = page.waitForRequest((request) => request.headers().authorization === 'Bearer sandbox-outsider');
    await users.selectOption('outsider');
    await button(/^Execute query/).click();
    await outsider;
    await button('Connection').click();
    expect(await page.getByLabel('Token', { exact: true }).inputValue()).toBe('Bearer sandbox-outsider');
    await button('Cancel').click();
    await button('New tab').click();
    expect(await users.inputValue()).toBe('outsider');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sandbox-outsider');
  });

  it('lists the types in the documentation by their names', async () => {
    await button('Show Documentation Explorer').click();
    const links = page.locator('.graphiql-doc-explorer a.graphiql-doc-explorer-type-name');
    await links.getByText('AddSiteSectionToGroupInput').waitFor();
    const [, , ...names] = await links.allTextContents();
    expect(names.length).toBeGreaterThan(100);
    expect(names).toEqual([...names].sort());
  });

  it('draws the graph of the records, of which a query is built by keyboard', async () => {
    await button('Graph').click();
    const boxes = page.locator('.docgraph-box');
    await boxes.first().waitFor();
    expect(await boxes.count()).toBeGreaterThan(20);
    expect(await page.locator('.docgraph-edge').count()).toBeGreaterThan(20);
    await page.getByRole('link', { name: /^ChangeRequest,/ }).focus();
    await page.getByText(/^ChangeRequest leads on by .*comments/).waitFor();
    await page.keyboard.press('Enter');
    const builder = page.getByRole('region', { name: 'Query builder' });
    await builder.getByRole('button', { name: /^comments / }).focus();
    await page.keyboard.press('Enter');
    await builder.getByRole('button', { name: 'Open in a tab' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await activeTab(page))?.title).toBe('Comments');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  it('shows neither explain, plan nor REST calls where clients may not request them', async () => {
    const closed = await startExplorer({ EXPLAIN: 'false' });
    try {
      page = await explorer.open({ url: closed.url });
      // As the user of another gateway on the same origin has left it.
      await page.evaluate(() => localStorage.setItem('docgraph:explain', 'true'));
      await page.reload();
      const request = page.waitForRequest((candidate) => candidate.postData()?.includes('NestedReads') ?? false);
      await execute();
      expect((await request).postDataJSON()).not.toHaveProperty('extensions');
      await page.locator('.graphiql-response').getByText('"organizations"').waitFor();
      expect(await button(/^Explain/).count()).toBe(0);
      for (const name of ['Plan', 'REST calls']) expect(await page.getByRole('region', { name }).count()).toBe(0);
    } finally {
      await closed.close();
    }
  });

  it('remembers that explain was turned off', async () => {
    page = await explorer.open();
    await button('Explain is on: responses list their REST calls').click();
    await page.reload();
    await button('Explain: list the REST calls of each request').waitFor();
  });

  it('breaks the lines of a response between words', async () => {
    page = await explorer.open({ url: `${explorer.url}/${await linkTo(manySubjects)}` });
    await execute();
    const lines = page.locator('.graphiql-response .view-line');
    await lines.getByText('subject').first().waitFor();
    const texts = (await lines.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
    const continued = texts.filter((text) => !/^\s*(["{}[\]]|$)/.test(text));
    expect(continued.length).toBeGreaterThan(0);
    const { data } = await shell(
      `curl '${explorer.url}/graphql' -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" -d '${JSON.stringify({ query: manySubjects })}'`,
    );
    const words = new Set(JSON.stringify(data).split(/[^\p{L}\p{N}]+/u));
    for (const text of continued) expect(words).toContain(/[\p{L}\p{N}]+/u.exec(text)?.[0]);
  });

  it('opens where a browser opens the endpoint, also behind a path prefix', async () => {
    const proxy = await startPrefixProxy(explorer.url, '/docs-graph');
    try {
      page = await explorer.open({ url: `${proxy.url}/graphql` });
      expect(new URL(page.url()).pathname).toBe('/docs-graph/');
      await button('Show REST and GraphQL').click();
      await page.getByLabel(/Paste a curl command/).fill('/v1/orgs');
      await button('Open as operation').click();
      await page.getByText('Opened organizations.list in a new tab.').waitFor();
    } finally {
      await proxy.close();
    }
  });

  async function firstSpace(): Promise<string> {
    const response = await fetch(`${explorer.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
      body: '{"query":"{ organizations(first: 1) { nodes { sites(first: 1) { nodes { siteSpaces(first: 1) { nodes { space { restId } } } } } } } }"}',
    });
    const { data } = await response.json();
    return data.organizations.nodes[0].sites.nodes[0].siteSpaces.nodes[0].space.restId;
  }
});

/** Runs a command of the explorer, with the token of the sandbox's admin. */
async function shell(command: string) {
  const env = { ...process.env, TOKEN: sandboxTokens.admin };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, maxBuffer: 10_000_000 });
  return JSON.parse(stdout);
}

/** The fragment of a link to a short operation. */
async function linkTo(query: string): Promise<string> {
  return `#q=${Buffer.from(JSON.stringify({ query })).toString('base64url')}`;
}

const renameSpace = (id: string) =>
  `mutation Rename { updateSpace(input: { id: "${id}", title: "It's renamed" }) { space { title } userErrors { message } } }`;

const manySubjects =
  'query Subjects { organizations(first: 1) { nodes { sites(first: 2) { nodes { siteSpaces(first: 2) { nodes { space { changeRequests(first: 5) { nodes { subject comments(first: 5) { nodes { body { markdown } } } } } } } } } } } } }';
