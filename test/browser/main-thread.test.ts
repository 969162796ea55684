import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { setQuery } from '../support/browser/explorer-page.ts';
import { MainThread } from '../support/browser/main-thread.ts';

/** The longest task that the page may run, in milliseconds of CPU time: until it ends, nothing reacts. */
const maxTaskMs = 200;

describe.skipIf(skipsExplorer)('the main thread of the explorer', { timeout: 120_000 }, () => {
  const explorer = explorerOfSuite({ MAX_CALLS: '2000' });
  let page: Page;
  let mainThread: MainThread;
  beforeAll(async () => {
    page = await explorer.open({ width: 1440, height: 900 });
    mainThread = await MainThread.of(explorer.browser);
    await setQuery(page, manyCalls);
  }, 120_000);

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const grid = () => page.getByRole('treegrid');
  const rows = () => page.locator('.docgraph-grid tbody tr');
  const results = () => page.getByRole('region', { name: 'Results', exact: true });
  const linked = (editor: 'query-editor' | 'response') =>
    page.locator(`.graphiql-${editor} .docgraph-linked`).first().waitFor();

  it('is measured: a task that blocks it is found', async () => {
    const block = (ms: number) => {
      for (const start = performance.now(); performance.now() - start < ms; );
    };
    expect(await mainThread.longestTask(() => page.evaluate(block, 1_500))).toBeGreaterThan(maxTaskMs);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['executes an operation of more than 1,000 calls', execute],
    ['expands a group', () => expand(/changeRequestComments\.replies/)],
    ['scrolls through the calls', scroll],
    ['selects a call, and marks it in both editors', selectLast],
    ['sorts the calls', sort],
    ['filters the calls', filter],
    ['zooms the time axis', zoom],
    ['points at calls', pointAtCalls],
    ['points at the response, and selects the call of a place', pointAtResponse],
    ['shows tables of the result', showTables],
    ['compares two results', compare],
    ['lists what the operation is as a program', () => showPane('Code')],
    ['changes the tab, and returns', changeTab],
  ])('is free while the page %s', async (step, action) => {
    const longest = await mainThread.longestTask(action);
    console.info(`${step}: ${longest.toFixed(0)} ms`);
    expect(longest).toBeLessThan(maxTaskMs);
  });

  async function execute() {
    await button(/^Execute query/).click();
    await page.locator('.docgraph-footer').getByText('HTTP 200').waitFor({ timeout: 60_000 });
    await grid().waitFor();
    const calls = await page.locator('.docgraph-totals strong').innerText();
    expect(Number(/^([\d,]+) REST calls$/.exec(calls)?.[1]?.replace(',', ''))).toBeGreaterThan(1_000);
    await page.locator('.graphiql-response .view-line').nth(5).waitFor();
  }

  async function expand(name: RegExp) {
    const row = rows().filter({ hasText: name }).first();
    await grid().focus();
    await page.keyboard.press('End');
    await row.click();
    await expect.poll(() => row.getAttribute('aria-expanded')).toBe('true');
  }

  async function scroll() {
    for (const share of [0, 0.3, 0.6, 1]) {
      await page.locator('.docgraph-grid').evaluate((element, to) => {
        element.scrollTop = to * element.scrollHeight;
      }, share);
      await page.waitForTimeout(50);
    }
  }

  async function selectLast() {
    await grid().focus();
    await page.keyboard.press('End');
    await page.getByRole('region', { name: 'Selected call' }).waitFor();
    await linked('query-editor');
    await linked('response');
  }

  async function sort() {
    await grid().getByRole('button', { name: 'Time' }).click();
    await grid().getByRole('button', { name: 'Status' }).click();
    await grid().getByRole('button', { name: 'Status' }).click();
    await grid().getByRole('button', { name: 'Status' }).click();
    await expect
      .poll(() => grid().getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort'))
      .toBe('none');
  }

  async function filter() {
    const field = page.getByRole('searchbox');
    await field.pressSequentially('status:200 replies');
    await rows().filter({ hasText: 'replies' }).first().waitFor();
    await field.fill('');
  }

  async function zoom() {
    for (const name of ['Zoom in', 'Zoom in', 'Zoom out', 'Zoom out']) await button(name).click();
  }

  async function pointAtCalls() {
    for (let row = 0; row < 5; row++) await rows().nth(row).hover();
  }

  async function pointAtResponse() {
    const { x, y } = (await page.locator('.graphiql-response .view-lines').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 60, y + 20);
    await page.mouse.move(x + 60, y + 120, { steps: 5 });
    await page.mouse.click(x + 60, y + 120);
    await page.keyboard.press('ArrowDown');
  }

  const showPane = (name: string) =>
    button(`Show ${name}`)
      .click()
      .then(() => page.getByRole('region', { name, exact: true }).waitFor());

  async function showTables() {
    await showPane('Results');
    await results().getByRole('table').waitFor();
    for (const list of await results().getByRole('combobox').locator('option').allTextContents()) {
      await results().getByRole('combobox').selectOption(list);
    }
    await button('Copy as CSV').click();
    await results().getByText('Copied').waitFor();
  }

  async function compare() {
    await button('Keep this result').click();
    await execute();
    await results().getByText('It equals the result that was kept').waitFor();
  }

  async function changeTab() {
    await button('New tab').click();
    await page.locator('.graphiql-tab').first().getByRole('button').first().click();
    await grid().waitFor();
  }
});

/** Each list is read with several limits: as many calls as if it had so many times more records. */
const discussions = [20, 19, 18].map(
  (first) =>
    `by${first}: comments(first: ${first}) { nodes { body { markdown } replies(first: ${first}) { nodes { body { markdown } } } } }`,
);

const manyCalls = `{ organizations(first: 5) { nodes { title sites(first: 10) { nodes { title sections(first: 10) { nodes { title
  siteSpaces(first: 10) { nodes { path space { title changeRequests(first: 20) { nodes { subject ${discussions.join(' ')} } } } } } } } } } } } }`;
