import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';

describe.skipIf(skipsExplorer)('the page of the explorer', () => {
  const { open } = explorerOfSuite();
  let page: Page;

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not visible.`);
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };

  it('leaves space for a line of variables and for the toolbar in a small window', async () => {
    page = await open({ width: 1024, height: 768, isFirstVisit: true });
    await page.getByRole('treegrid').waitFor();
    await button('Show Examples').click();
    const editors = await boxOf('.graphiql-editors');
    await expect
      .poll(async () => (await boxOf('.graphiql-editor-tool .view-line')).bottom)
      .toBeLessThan(editors.bottom);
    const query = await boxOf('.graphiql-query-editor');
    const last = await button('Copy a link to this operation, without headers').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(query.bottom);
  });

  it('shows the titles of the documentation beside its search', async () => {
    page = await open({ width: 768 });
    await button('Show Documentation Explorer').click();
    const title = page.locator('.graphiql-doc-explorer-title');
    await title.waitFor();
    // A box is as wide as the pane, where its text may be short.
    const textOfTitle = () =>
      title.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { right, top } = range.getBoundingClientRect();
        return { right, top };
      });
    const search = await boxOf('.graphiql-doc-explorer-search');
    expect((await textOfTitle()).right).toBeLessThan(search.x);
    await page.getByRole('link', { name: 'ChangeRequestCommentReply', exact: true }).first().click();
    await title.getByText('ChangeRequestCommentReply').waitFor();
    expect((await textOfTitle()).top).toBeGreaterThanOrEqual((await boxOf('.graphiql-doc-explorer-search')).bottom);
  });

  it('shows no scroll bar for a response whose lines are broken', async () => {
    page = await open();
    // Lines as wide as the pane.
    await page.route('**/graphql', (route) => route.fulfill({ json: { data: { text: 'a '.repeat(300) } } }));
    await button(/^Execute query/).click();
    await page.locator('.graphiql-response').getByText('"text"').waitFor();
    // The editor measures the lines after it has shown them.
    await page.waitForTimeout(1000);
    const bar = '.graphiql-response .scrollbar.horizontal';
    expect((await boxOf(`${bar} .slider`)).width).toBe((await boxOf(bar)).width);
  });

  it('says whether there is a token', async () => {
    page = await open();
    const user = page.getByLabel('User of the sandbox').locator('option:checked');
    for (const [token, shown] of [
      ['other', 'own token'],
      ['', 'no token'],
    ] as const) {
      await button('Connection').click();
      await page.getByLabel('Token', { exact: true }).fill(token);
      await button('Use for all tabs').click();
      expect(await user.textContent()).toBe(shown);
    }
  });

  it('lets the keyboard leave an editor', async () => {
    page = await open();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Query. Escape leaves the editor.');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('query Keys { ');
    await page.keyboard.type('org');
    const suggestions = page.locator('.suggest-widget.visible');
    await suggestions.waitFor();
    await page.keyboard.press('Escape');
    await suggestions.waitFor({ state: 'detached' });
    expect(await focused()).toBe('Query. Escape leaves the editor.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/^Execute query/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Query. Escape leaves the editor.');
  });

  it('shows which element has the focus', async () => {
    page = await open({ isFirstVisit: true });
    await page.getByRole('treegrid').waitFor();
    const faint: string[] = [];
    for (let presses = 0; presses < 100; presses++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(focusRing);
      if (focused === undefined) break;
      if (!focused.hasRing) faint.push(focused.element);
    }
    expect(faint).toEqual([]);
  });
});

/**
 * The element with the focus, and whether it or what is around it has a ring; undefined at the end of the page. The bars that resize
 * the calls are drawn in another color instead.
 */
function focusRing(): { element: string; hasRing: boolean } | undefined {
  const element = document.activeElement;
  if (element === null || element === document.body) return undefined;
  const hasRing = [element, element.parentElement].some((one) => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.includes('0.');
  });
  return { element: element.outerHTML.slice(0, 200), hasRing: hasRing || element.matches('.docgraph-resize input') };
}
