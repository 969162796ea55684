import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { setQuery } from '../support/browser/explorer-page.ts';

describe.skipIf(skipsExplorer)('the tabs of the explorer', () => {
  const { open } = explorerOfSuite();
  let page: Page;

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const tabs = () => page.locator('.graphiql-tab');
  const example = (title: string) => page.locator('.docgraph-example', { hasText: title });
  const chooseFiles = (names: readonly string[]) =>
    page.getByLabel('Files with operations').setInputFiles(
      names.map((name) => ({
        name: `${name}.graphql`,
        mimeType: 'text/plain',
        buffer: Buffer.from(`query ${name} { organizations(first: 1) { totalCount } }`),
      })),
    );

  it('have the names of files that are opened at once, and execute their operations', async () => {
    page = await open();
    await button('Show Examples').click();
    await chooseFiles(['One', 'Two', 'Three']);
    await expect.poll(() => tabs().allInnerTexts()).toEqual(['NestedReads', 'One', 'Two', 'Three']);
    await tabs().nth(2).getByRole('button').first().click();
    await button(/^Execute query/).click();
    await page.locator('.docgraph-footer').getByText('HTTP 200').waitFor();
    expect(await tabs().allInnerTexts()).toEqual(['NestedReads', 'One', 'Two', 'Three']);
  });

  it('are those of their own browser tab after a reload, and in a new one those that were changed last', async () => {
    page = await open();
    const other = await page.context().newPage();
    await other.goto(page.url());
    const query = (name: string) => `query ${name} { organizations(first: 1) { totalCount } }`;
    await setQuery(page, query('InFirst'));
    await other.bringToFront();
    await setQuery(other, query('InOther'));
    const next = await page.context().newPage();
    await next.goto(page.url());
    await expect.poll(() => next.locator('.graphiql-tab').allInnerTexts()).toEqual(['InOther']);
    await page.reload();
    await expect.poll(() => tabs().allInnerTexts()).toEqual(['InFirst']);
    await page.locator('.graphiql-query-editor').getByText('InFirst').waitFor();
  });

  it('are closed by their own button alone, also those with a short name', async () => {
    page = await open();
    await button('Show Examples').click();
    await chooseFiles(['A', 'B']);
    await expect.poll(() => tabs().allInnerTexts()).toEqual(['NestedReads', 'A', 'B']);
    await tabs().nth(1).click({ timeout: 5000 });
    expect(await tabs().allInnerTexts()).toEqual(['NestedReads', 'A', 'B']);
    expect(await tabs().nth(1).getAttribute('class')).toContain('graphiql-tab-active');
  });

  it('keep their texts when an operation of the history is opened', async () => {
    page = await open({ width: 1440 });
    const past = (name: string) => page.locator('.graphiql-history-item-label', { hasText: name });
    await button('Show History').click();
    for (const name of ['First', 'Second']) {
      await setQuery(page, `query ${name} { organizations(first: 1) { totalCount } }`);
      await button(/^Execute query/).click();
      await past(name).waitFor();
    }
    await setQuery(page, 'query Unsaved { organizations { totalCount } }');
    await past('First').dblclick();
    await expect.poll(() => tabs().allInnerTexts()).toEqual(['Unsaved', 'First']);
    await past('Second').click();
    await expect.poll(() => tabs().allInnerTexts()).toEqual(['Unsaved', 'Second']);
    await tabs().first().click();
    await page.locator('.graphiql-query-editor').getByText('Unsaved').waitFor();
  });

  it('execute the operation of an example as soon as it is opened, which two clicks open once', async () => {
    page = await open({ width: 1440 });
    await button('Show Examples').click();
    const sent = page.waitForRequest((request) => request.postData()?.includes('"explain":true') ?? false);
    await example('ReviewQueue').dblclick();
    await button(/^Execute query/).click();
    expect((await sent).postDataJSON().operationName).toBe('ReviewQueue');
    expect(await tabs().allInnerTexts()).toEqual(['NestedReads', 'ReviewQueue']);
  });

  it.each([1100, 768, 701])('are within reach beside a pane in a window of %d pixels', async (width) => {
    page = await open({ width });
    await button('Show Examples').click();
    await chooseFiles(['One', 'Two']);
    await expect.poll(() => tabs().allInnerTexts()).toEqual(['NestedReads', 'One', 'Two']);
    for (const name of ['One', 'Two']) {
      await tabs().filter({ hasText: name }).getByRole('button').first().click({ timeout: 5000 });
      expect(await tabs().filter({ hasText: name }).getAttribute('class')).toContain('graphiql-tab-active');
    }
    // Beside the active tab there is room for a part of another one.
    expect((await page.locator('.graphiql-tabs').boundingBox())?.width).toBeGreaterThan(200);
    await button('New tab').click({ timeout: 5000 });
    await expect.poll(() => tabs().count()).toBe(4);
    const right = await page.locator('.graphiql-session-header > *').evaluateAll((all) => {
      const edges = all.map((element) => element.getBoundingClientRect().right);
      return Math.max(...edges);
    });
    expect(right).toBeLessThanOrEqual(width);
  });

  it('are scrolled by the wheel, and show a part of the next one', async () => {
    page = await open();
    await button('Show Examples').click();
    await chooseFiles(['FirstOfMany', 'SecondOfMany', 'ThirdOfMany', 'FourthOfMany']);
    await expect.poll(() => tabs().last().innerText()).toBe('FourthOfMany');
    const isInRow = (index: number) =>
      tabs()
        .nth(index)
        .evaluate((tab) => {
          const [own, row] = [tab, tab.parentElement ?? tab].map((element) => element.getBoundingClientRect());
          return own !== undefined && row !== undefined && own.right > row.left + 10;
        });
    await tabs().nth(3).getByRole('button').first().click({ timeout: 5000 });
    await expect.poll(() => isInRow(2)).toBe(true);
    await tabs().nth(3).hover();
    await page.mouse.wheel(0, -2000);
    await expect.poll(() => isInRow(0)).toBe(true);
    expect(await page.locator('.graphiql-tabs').evaluate((row) => row.scrollLeft)).toBe(0);
  });

  it('are within reach above a query that is scrolled, and show texts from their start', async () => {
    page = await open({ width: 1440 });
    await button('Show Examples').click();
    await example('OpenChangeRequest').click();
    const firstLine = page.locator('.graphiql-query-editor .line-numbers', { hasText: /^1$/ });
    const scroll = async () => {
      await page.locator('.graphiql-query-editor').hover();
      await page.mouse.wheel(0, 1000);
      await firstLine.waitFor({ state: 'detached' });
    };
    await scroll();
    await tabs().first().getByRole('button').first().click({ timeout: 5000 });
    await firstLine.waitFor();
    await scroll();
    await example('CreateSite').click();
    await firstLine.waitFor();
  });

  it('show the response of another operation from its start', async () => {
    page = await open();
    const start = page.locator('.graphiql-response .view-line', { hasText: /^\{$/ });
    await button(/^Execute query/).click();
    await page.getByRole('treegrid').waitFor();
    await start.waitFor();
    await page.locator('.graphiql-response').hover();
    await page.mouse.wheel(0, 1000);
    await start.waitFor({ state: 'detached' });
    await setQuery(
      page,
      'query Sites { organizations { nodes { sites { nodes { title siteSpaces { nodes { path } } } } } } }',
    );
    await button(/^Execute query/).click();
    await page.locator('.docgraph-footer').getByText('HTTP 200').waitFor();
    await start.waitFor();
  });

  it('mark the fields of the operation that was executed, also when they are shown again', async () => {
    page = await open();
    await setQuery(
      page,
      'query First { organizations(first: 1) { nodes { id } } }\nquery Second { organizations(first: 2) { nodes { title } } }',
    );
    await button(/^Execute query/).click();
    await page.getByRole('menuitem', { name: 'Second' }).click();
    await page.getByRole('treegrid').waitFor();
    await button('New tab').click();
    await tabs().first().getByRole('button').first().click();
    await page.locator('.docgraph-grid').getByText('organizations.list').click();
    const line = page.locator('.graphiql-query-editor .view-line').filter({ has: page.locator('.docgraph-linked') });
    await expect.poll(async () => (await line.allInnerTexts()).join()).toMatch(/^query.Second/);
    await button('Go to the field').click();
    await page.keyboard.insertText('renamed: ');
    const second = page.locator('.graphiql-query-editor .view-line').nth(1);
    await expect.poll(() => second.innerText()).toMatch(/^query.Second.+renamed:.organizations/);
  });
});
