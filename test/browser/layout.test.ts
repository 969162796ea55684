import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { executeQuery } from '../support/browser/explorer-page.ts';

describe.skipIf(skipsExplorer)('the layout of the explorer', () => {
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

  it('moves the bars between the panes by the keyboard', async () => {
    const width = () => page.locator('.graphiql-editors').evaluate((element) => element.clientWidth);
    const before = await width();
    await page.getByRole('separator').last().focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeGreaterThan(before);
    const height = () => page.locator('.graphiql-query-editor').evaluate((element) => element.clientHeight);
    const tall = await height();
    await page.locator('.graphiql-editor-tools').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(height).toBeLessThan(tall);
  });

  it('leads past its toolbar to the query and to the REST calls', async () => {
    await execute();
    await page.getByRole('treegrid').waitFor();
    for (const [name, part] of [
      ['query', '.graphiql-query-editor'],
      ['REST calls', '.docgraph-grid'],
    ] as const) {
      await button(`Skip to the ${name}`).press('Enter');
      await page.locator(`${part} :focus`).waitFor();
    }
  });

  it('keeps its tabs in view, whatever scrolls to something inside', async () => {
    page = await explorer.open();
    await execute();
    const scrolled = await page.locator('.graphiql-container').evaluate((element) => {
      element.scrollTop = element.scrollHeight;
      return element.scrollTop;
    });
    expect(scrolled).toBe(0);
  });

  it('stacks its panes on a narrow screen', async () => {
    page = await explorer.open({ width: 390, height: 844 });
    const box = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
    const [editors, response] = [await box('.graphiql-editors'), await box('.graphiql-response')];
    expect(response.top).toBeGreaterThanOrEqual(editors.bottom);
    for (const { width } of [editors, response]) expect(width).toBeGreaterThan(340);
    expect((await box('.graphiql-query-editor .monaco-editor')).height).toBeGreaterThan(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await execute();
    await page.locator('.graphiql-response .view-line').nth(5).waitFor();
    expect((await box('.graphiql-response')).height).toBeLessThan(600);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2000);
  });
});
