import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { skipsExplorer } from '../support/browser/browser.ts';
import { type ExplorerPage, executeExplained, openExplorer, setQuery } from '../support/browser/explorer-page.ts';

/** The machine may be slow: no time is tested here. */
const expectSoon = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 });

describe.skipIf(skipsExplorer)('the pane of the REST calls', () => {
  let explorer: ExplorerPage;
  let page: Page;
  beforeAll(async () => {
    explorer = await openExplorer();
    page = explorer.page;
    await executeExplained(page);
  }, 120_000);
  afterAll(() => explorer.close());

  const dock = () => page.getByRole('region', { name: 'REST calls', exact: true });
  const rows = () => page.locator('.docgraph-grid tbody tr');
  const row = (name: RegExp) => rows().filter({ hasText: name }).first();
  const selected = () => page.locator('.docgraph-grid tr[aria-selected="true"]');
  const marked = (editor: 'query-editor' | 'response') => page.locator(`.graphiql-${editor} .docgraph-linked`);
  const rowCount = async () => Number(await page.getByRole('treegrid').getAttribute('aria-rowcount')) - 1;

  it('shows totals and the critical path above the rows', async () => {
    const calls = Number(/^\d+/.exec((await dock().locator('.docgraph-totals').innerText()) ?? '')?.[0]);
    expect(calls).toBeGreaterThan(300);
    await page.locator('.docgraph-footer').getByText(`${calls} REST calls`).waitFor();
    await dock().getByText('of ≤ 155,056 planned').waitFor();
    await dock().getByText('6 levels').waitFor();
    const path = dock().getByRole('navigation', { name: 'Critical path' }).getByRole('button');
    expect(await path.first().innerText()).toContain('organizations.list');
    expect(await path.count()).toBeGreaterThanOrEqual(3);
  });

  it('groups the calls by level and operation', async () => {
    const { data } = await explorer.world.execute('{ organizations(first: 5) { nodes { id } } }');
    const count = data.organizations.nodes.length;
    expect(count).toBeGreaterThan(2);
    const texts = (await rows().locator('td:first-child').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(texts.slice(0, 4)).toEqual([
      'Level 1 1 call',
      'organizations.list /v1/orgs?limit=5',
      `Level 2 ${count} calls`,
      `sites.list ×${count} of ≤ 5 sites`,
    ]);
    expect(await row(/sites.list/).getAttribute('aria-expanded')).toBe('false');
  });

  it('has only the rows in view in the document', async () => {
    const replies = row(/changeRequestComments.replies/);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('End');
    await replies.click();
    expect(await rowCount()).toBeGreaterThan(200);
    expect(await rows().count()).toBeLessThan(50);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('End');
    await selected()
      .and(page.locator(`[aria-rowindex="${(await rowCount()) + 1}"]`))
      .waitFor();
  });

  it('links a call to its field in the query and to its place in the response', async () => {
    await expectSoon(() => marked('query-editor').allInnerTexts()).toEqual(['replies']);
    await expectSoon(() => marked('response').allInnerTexts()).toEqual(['"replies"']);
    await rows().nth(2).hover();
    await expectSoon(() => marked('query-editor').allInnerTexts()).toEqual(['replies']);
    const url = await dock().locator('.docgraph-details-url').innerText();
    expect(url.replaceAll('\u200b', '')).toMatch(
      /^GET \/v1\/spaces\/\w+\/change-requests\/\w+\/comments\/\w+\/replies/,
    );
  });

  it('emphasizes what distinguishes the URLs of a group', async () => {
    const marks = await selected().locator('mark').allInnerTexts();
    const details = await dock().locator('.docgraph-details-url').innerText();
    for (const mark of marks) expect(details.replaceAll('\u200b', '')).toContain(mark);
    expect(marks.length).toBeGreaterThanOrEqual(2);
  });

  it('links fields of the query and places of the response to their calls', async () => {
    await dock().getByRole('button', { name: 'Go to the response' }).click();
    await page.keyboard.press('ArrowUp');
    await expectSoon(() => selected().getAttribute('aria-level')).toBe('3');
    await dock()
      .getByText(/changeRequestComments\.list/)
      .first()
      .waitFor();
    await page.locator('.graphiql-query-editor .view-line', { hasText: 'comments' }).click();
    await expectSoon(() => marked('query-editor').allInnerTexts()).toEqual(['comments']);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Home');
    await page
      .locator('.graphiql-query-editor .view-line', { hasText: 'organizations(' })
      .getByText('organizations')
      .hover();
    await page.locator('.docgraph-grid tr[data-pointed="true"]').first().waitFor();
  });

  it('leads along the critical path', async () => {
    await dock().getByRole('navigation', { name: 'Critical path' }).getByRole('button').last().click();
    await selected().locator('.docgraph-bar[data-critical="true"]').waitFor();
    await dock()
      .locator('.docgraph-details')
      .getByRole('button', { name: /\.list$/ })
      .click();
    await selected().locator('.docgraph-bar[data-critical="true"]').waitFor();
  });

  it('filters by text and by mark', async () => {
    const field = dock().getByRole('searchbox');
    await field.fill('sections orgs');
    await expectSoon(async () => (await rows().locator('td:first-child').allInnerTexts())[0]).toMatch(/^Level 3/);
    expect(
      await rows()
        .filter({ hasText: /sites\.list/ })
        .count(),
    ).toBe(0);
    await field.fill('no such call');
    await dock().getByText('No call matches the filter.').waitFor();
    await field.fill('');
    await dock()
      .getByRole('button', { name: /cached$/ })
      .click();
    await expectSoon(rowCount).toBeLessThan(40);
    for (const status of await page.locator('.docgraph-row-call .docgraph-status').allInnerTexts()) {
      expect(status).toContain('cached');
    }
    await dock()
      .getByRole('button', { name: /cached$/ })
      .click();
  });

  it('keeps its filter, its order and its rows when the operation is executed again', async () => {
    const field = dock().getByRole('searchbox');
    const group = row(/sites\.list/);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Home');
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    await field.fill('sites.list');
    const byTime = dock().getByRole('button', { name: 'Time', exact: true });
    await byTime.click();
    await page.getByRole('treegrid').evaluate((grid) => grid.setAttribute('data-before', ''));
    await executeExplained(page);
    const again = page.locator('[role="treegrid"]:not([data-before])');
    await again.locator('th[aria-sort="descending"]', { hasText: 'Time' }).waitFor();
    expect(await field.inputValue()).toBe('sites.list');
    // Ascending, and by levels again.
    for (let clicks = 0; clicks < 2; clicks++) await byTime.click();
    await field.fill('');
    await expectSoon(() => group.getAttribute('aria-expanded')).toBe('true');
  });

  it('keeps what was opened behind a filter, which it leaves for a call that does not match', async () => {
    const group = row(/sites\.list/);
    const field = dock().getByRole('searchbox');
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Home');
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    await field.fill('sites.list');
    await expectSoon(() => group.getAttribute('aria-expanded')).toBe('true');
    await group.click();
    await expectSoon(() => group.getAttribute('aria-expanded')).toBe('false');
    await dock().getByRole('navigation', { name: 'Critical path' }).getByRole('button').last().click();
    await expectSoon(() => field.inputValue()).toBe('');
    await selected().locator('.docgraph-bar[data-critical="true"]').waitFor();
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Home');
    await expectSoon(() => group.getAttribute('aria-expanded')).toBe('true');
  });

  it('has no accessibility problem, in light and dark, with a call selected', async () => {
    await dock().getByRole('navigation', { name: 'Critical path' }).getByRole('button').first().click();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page, '.docgraph-dock'), colorScheme).toEqual([]);
    }
  });

  it('is resized by mouse and keyboard, and collapsed', async () => {
    const handle = page.getByRole('slider', { name: 'Height of the REST calls' });
    const height = async () => (await dock().boundingBox())?.height ?? 0;
    const before = await height();
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expectSoon(height).toBeGreaterThan(before);
    const edge = await handle.boundingBox();
    if (!edge) throw new Error('The handle is not visible.');
    await page.mouse.move(600, edge.y + 4);
    await page.mouse.down();
    await page.mouse.move(600, 560, { steps: 3 });
    await page.mouse.up();
    await expectSoon(height).toBe(240);
    expect(await page.evaluate(() => localStorage.getItem('docgraph:callsHeight'))).toBe('240');
    await dock().getByRole('button', { name: 'Hide the REST calls' }).click();
    await expectSoon(height).toBeLessThan(60);
    expect(await page.getByRole('treegrid').count()).toBe(0);
    await dock().getByRole('button', { name: 'Show the REST calls' }).click();
    await expectSoon(height).toBe(240);
  });

  it('has a first column that is resized by mouse and keyboard', async () => {
    const handle = page.getByRole('slider', { name: 'Width of the column of calls' });
    const column = page.getByRole('columnheader', { name: 'Call', exact: true });
    const box = async () => (await column.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const nameWidth = async () => (await rows().first().locator('td').first().boundingBox())?.width;
    const { x, y, width } = await box();
    await page.mouse.move(x + width - 4, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 250, y + 8, { steps: 3 });
    await page.mouse.up();
    await expectSoon(async () => (await box()).width).toBe(250);
    expect(await nameWidth()).toBe(250);
    expect(await page.evaluate(() => localStorage.getItem('docgraph:callWidth'))).toBe('250');
    const active = await selected().count();
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await expectSoon(nameWidth).toBeGreaterThan(255);
    // The key is not one of the rows.
    expect(await selected().count()).toBe(active);
    expect(await page.evaluate(() => localStorage.getItem('docgraph:callWidth'))).not.toBe('250');
  });

  it('is stacked on a narrow screen, where nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const boxes = await Promise.all(
      ['.graphiql-editors', '.graphiql-response', '.docgraph-dock'].map((pane) => page.locator(pane).boundingBox()),
    );
    const [editors, response, calls] = boxes.map((box) => ({ top: box?.y ?? 0, width: box?.width ?? 0 }));
    expect(editors?.top).toBeLessThan(response?.top ?? 0);
    expect(response?.top).toBeLessThan(calls?.top ?? 0);
    for (const width of [editors?.width, response?.width, calls?.width]) expect(width).toBe(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await violationsOn(page, '.docgraph-dock')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('reaches every row by keyboard', async () => {
    await setQuery(
      page,
      '{ organizations(first: 2) { nodes { sites(first: 2) { nodes { sections(first: 2) { totalCount } } } } } }',
    );
    await executeExplained(page);
    await expectSoon(rowCount).toBeLessThan(20);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('Home');
    for (let pressed = 0; pressed < 30; pressed++) await page.keyboard.press('ArrowRight');
    await expectSoon(() => selected().getAttribute('aria-rowindex')).toBe(String((await rowCount()) + 1));
    expect(await page.locator('.docgraph-grid tr[aria-expanded="false"]').count()).toBe(0);
    await page.keyboard.press('ArrowLeft');
    expect(await selected().getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowLeft');
    expect(await selected().getAttribute('aria-expanded')).toBe('false');
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+ArrowUp');
    expect(await selected().innerText()).toMatch(/^Level [2-9]/);
  });

  it('tells each mark of a call by an icon and a word', async () => {
    let sentCalls = 0;
    await page.route('**/graphql', async (route) => {
      const headers = { ...route.request().headers(), accept: 'application/json' };
      const response = await route.fetch({ headers });
      const body = await response.json();
      const [call, ...others] = body.extensions?.explain?.calls ?? [];
      if (call) Object.assign(call, { status: 503, shared: true, batched: true, retries: 2, cacheHits: 3 });
      for (const other of others) other.status = 200;
      if (others[0]) Object.assign(others[0], { status: null, sent: false });
      if (call) sentCalls = others.length;
      await route.fulfill({ response, json: body });
    });
    await executeExplained(page);
    const marks = row(/organizations\.list/).locator('.docgraph-mark');
    await expectSoon(() => marks.allInnerTexts()).toEqual(['failed', 'shared', 'batched', 'retried ×2', 'cached ×3']);
    expect(await marks.locator('svg').count()).toBe(5);
    // A call that was not sent is listed, and does not count.
    await dock().getByRole('button', { name: '1 unsent' }).waitFor();
    await dock().getByText(`${sentCalls} REST calls`, { exact: true }).waitFor();
    await dock().getByRole('button', { name: '1 failed' }).click();
    await expectSoon(rowCount).toBe(2);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page, '.docgraph-dock'), colorScheme).toEqual([]);
    }
    expect(explorer.errors).toEqual([]);
  });
});
