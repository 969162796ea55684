import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { executeQuery, replaceText } from '../support/browser/explorer-page.ts';
import { clipboardOf } from '../support/browser/explorer-world.ts';

describe.skipIf(skipsExplorer)('the panes of the explorer', () => {
  const explorer = explorerOfSuite();
  let page: Page;
  beforeAll(async () => {
    page = await explorer.open();
    await button('Show Examples').click();
    await page.locator('.docgraph-example').first().click();
  }, 120_000);

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const pane = (name: string) => page.getByRole('region', { name, exact: true });

  const execute = () => executeQuery(page);

  it('give the operation as a program, without the token', async () => {
    await button('Show Code').click();
    const code = pane('Code').locator('pre');
    for (const [title, text] of [
      ['curl', `curl '${explorer.url}/graphql'`],
      ['Apollo Client (React)', 'useQuery('],
      ['fetch', 'process.env.TOKEN'],
    ] as const) {
      await pane('Code').getByRole('combobox').selectOption(title);
      await code.getByText(text).waitFor();
    }
    await pane('Code').getByRole('button', { name: 'Copy', exact: true }).click();
    await pane('Code').getByText('Copied').waitFor();
    const copied = await clipboardOf(page);
    expect(copied).toContain(`await fetch("${explorer.url}/graphql"`);
    expect(copied).not.toContain(sandboxTokens.admin);
  });

  it('show the lists of a result as tables', async () => {
    await execute();
    await button('Show Results').click();
    const lists = pane('Results').getByRole('combobox');
    await lists.locator('option[value="organizations.nodes"]').waitFor({ state: 'attached' });
    await lists.selectOption('organizations.nodes');
    const table = pane('Results').getByRole('table');
    await expect.poll(() => table.locator('th').first().textContent()).toBe('title');
    expect(await table.locator('tbody tr').count()).toBeGreaterThan(1);
    await pane('Results').getByRole('button', { name: 'Copy as CSV' }).click();
    await pane('Results').getByText('Copied').waitFor();
    const [names, ...rows] = (await clipboardOf(page)).trimEnd().split('\r\n');
    expect(names?.split(',')[0]).toBe('title');
    expect(rows.length).toBe(await table.locator('tbody tr').count());
  });

  it('compare the results of two users', async () => {
    await pane('Results').getByRole('button', { name: 'Keep this result' }).click();
    await execute();
    await pane('Results').getByText('It equals the result that was kept').waitFor();
    await page.getByLabel('User of the sandbox').selectOption('outsider');
    await execute();
    const differences = pane('Results').getByRole('list', { name: 'Differences' });
    await differences.waitFor();
    expect(await differences.locator('li').count()).toBeGreaterThan(0);
    expect(await differences.locator('code').first().textContent()).toMatch(/^data\.organizations/);
  });

  it('open files in tabs, and save a tab as a file', async () => {
    await button('Show Examples').click();
    const text = '# variables: {"first":2}\nquery Saved($first: Int) { organizations(first: $first) { totalCount } }\n';
    const file = { name: 'saved.graphql', mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.getByLabel('Files with operations').setInputFiles(file);
    await page.locator('.graphiql-tab-active', { hasText: 'Saved' }).waitFor();
    await page.locator('.graphiql-editor-tool').getByText('"first"').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save this tab').click()]);
    expect(download.suggestedFilename()).toBe('Saved.graphql');
    expect(await readFile(await download.path(), 'utf8')).toBe(text);
    await page.locator('.graphiql-editor-tool .view-lines:visible').click();
    await replaceText(page, '{"first":');
    await button('Save this tab').click();
    await page.getByText('The variables are not valid JSON, and the tab was not saved.').waitFor();
  });

  it.each([
    ['code-pane', 'Show Code'],
    ['graph-view', 'Graph'],
    ['plugin-doc-explorer|dist-', 'Show Documentation Explorer'],
  ])('leave the rest of the page as it is where %s cannot be loaded', async (file, opener) => {
    const other = await explorer.open();
    await other.route(new RegExp(`/assets/(?:${file})[^/]*\\.js$`), (route) => route.abort());
    await other.getByRole('button', { name: opener, exact: true }).click();
    await other.getByText('This part of the page cannot be loaded.').waitFor();
    expect(await other.locator('.graphiql-query-editor .view-lines').count()).toBe(1);
    await other.context().close();
  });
});
