import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';
import { isPlanRequest, setQuery, showTab, withoutEvents } from '../support/browser/explorer-page.ts';
import { startExplorer } from '../support/browser/explorer-world.ts';

describe.skipIf(skipsExplorer)('the explorer, used with the mouse', () => {
  const { open } = explorerOfSuite();
  let page: Page;
  beforeAll(async () => {
    page = await open({ width: 1440, height: 900, isFirstVisit: true });
  }, 120_000);

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const footer = () => page.locator('.docgraph-footer');
  const plan = () => page.getByRole('region', { name: 'Plan' });
  const dock = () => page.getByRole('region', { name: 'REST calls', exact: true });
  const isInView = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    return box !== null && box.x >= 0 && box.x + box.width <= width && box.y + Math.min(box.height, 150) <= height;
  };
  /** Whether a click in the middle of an element reaches it. */
  const isOnTop = (name: string) =>
    button(name).evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });

  it('executes an example on the first visit, and shows its calls, its plan and the other examples', async () => {
    await page.getByRole('treegrid').waitFor();
    const totals = (await dock().locator('.docgraph-totals').innerText()).split(/\n+/);
    expect(totals).toEqual([
      expect.stringMatching(/^\d+ REST calls$/),
      '6 levels',
      'none twice',
      'of ≤ 155,056 planned',
    ]);
    await plan()
      .getByText(`${Number.parseInt(totals[0] ?? '', 10)} made`)
      .waitFor();
    await plan().getByText('stops at 1,000').waitFor();
    expect(await page.locator('.docgraph-example').count()).toBeGreaterThan(8);
    expect(await isOnTop('Copy a link to this operation, without headers')).toBe(true);
  });

  it('builds a query of the types of the graph, and shows their documentation', async () => {
    await button('Graph').click();
    const builder = page.getByRole('region', { name: 'Query builder' });
    const box = await page.getByRole('link', { name: /^ChangeRequest,/ }).boundingBox();
    if (!box) throw new Error('The box is not visible.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByText(/^ChangeRequest leads on by .*comments/).waitFor();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const path = builder.getByRole('navigation', { name: 'Path of the query' });
    await expect.poll(async () => (await path.innerText()).split(/\W+/).filter(Boolean).at(-1)).toBe('changeRequests');
    await builder.getByLabel('status').click();
    await builder.getByLabel('first').fill('');
    await builder.getByLabel('first').pressSequentially('2');
    await builder.getByText('changeRequests(first: 2) {').waitFor();
    await page.keyboard.press('Escape');
    await button('Graph').click();
    await builder.getByRole('button', { name: /^comments / }).click();
    await builder.getByText('comments(first: 5) {').waitFor();
    await path.getByRole('button', { name: 'changeRequests' }).click();
    await builder.getByRole('button', { name: 'Open in a tab' }).click();
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.locator('.graphiql-tab-active', { hasText: 'ChangeRequests' }).waitFor();
    await plan()
      .getByText(/^[\d,]+ expected$/)
      .waitFor();
    await button(/^Execute query/).click();
    await footer().getByText('HTTP 200').waitFor();
    await page.locator('.graphiql-response').getByText('"status"').first().waitFor();
    await button('Graph').click();
    await page.getByRole('link', { name: /^ChangeRequest,/ }).click();
    await builder.getByRole('button', { name: 'Documentation of ChangeRequest' }).click();
    await page.locator('.graphiql-doc-explorer').getByText('mergedRevisionId').waitFor();
    await button('Hide Documentation Explorer').click();
    await page.locator('.graphiql-tab').first().getByRole('button').first().click();
  });

  it('has no plan for a new tab and for an operation that is not valid', async () => {
    await plan().getByText('≤ 155,056 calls').waitFor();
    await button('New tab').click();
    await plan().getByText('No operation to plan').waitFor();
    expect(await plan().getByText(/calls/).count()).toBe(0);
    await setQuery(page, 'query Broken { organizations(first: 2) { nope } }');
    await plan().getByText('No plan: the operation is not valid').waitFor();
    expect(await plan().getByText(/calls/).count()).toBe(0);
  });

  it('says that a request runs, that it was stopped, and that it was not sent', async () => {
    await setQuery(page, 'query One { organizations(first: 1) { nodes { title } } }');
    await withoutEvents(page);
    const [response] = await Promise.all([
      page.waitForResponse((one) => !isPlanRequest(one.request()) && one.url().endsWith('/graphql')),
      button(/^Execute query/).click(),
    ]);
    await footer().getByText('HTTP 200').waitFor();
    const { data } = await response.json();
    // Without what explain adds.
    await footer()
      .getByText(`${Buffer.byteLength(JSON.stringify({ data }))} B`, { exact: true })
      .waitFor();
    await page.unroute('**/graphql');
    await holdRequests();
    await button(/^Execute query/).click();
    await footer().getByText('Running').waitFor();
    // Screen readers announce that it runs, and not the time.
    expect(await footer().getByRole('status').locator('[aria-hidden="true"]').innerText()).toMatch(/ s$/);
    await dock()
      .getByText(/^Running \d+\.\d s$/)
      .waitFor();
    expect(await footer().getByText('HTTP 200').count()).toBe(0);
    await button(/^Stop query/).click();
    await footer().getByText('Stopped').waitFor();
    await dock().getByText('Stopped').waitFor();
    await page.unroute('**/graphql');
    await button(/^Execute query/).click();
    await footer().getByText('HTTP 200').waitFor();
    await page.locator('.graphiql-editor-tool .view-lines:visible').click();
    await page.keyboard.insertText('{ "broken": ');
    await button(/^Execute query/).click();
    await footer().getByText('Not sent').waitFor();
    await expect.poll(() => page.getByRole('treegrid').count()).toBe(0);
  });

  it('stops the request of a tab that is left for a new one', async () => {
    await holdRequests();
    await button('New tab').click();
    await setQuery(page, 'query Left { organizations(first: 1) { nodes { title } } }');
    await button(/^Execute query/).click();
    await footer().getByText('Running').waitFor();
    await button('New tab').click();
    await button(/^Execute query/).waitFor();
    await showTab(page, 'Left');
    await footer().getByText('Stopped').waitFor();
    await page.unroute('**/graphql');
  });

  it('counts the calls while they are made', async () => {
    // Long enough that the operation still runs when the button is found.
    const slow = await startExplorer({}, { latencyMs: 1500 });
    const shown = page;
    try {
      page = await open({ url: slow.url });
      await setQuery(page, threeLevels);
      await button(/^Execute query/).click();
      await dock()
        .getByText(/^[1-9]\d* of \d+ REST calls answered$/)
        .waitFor();
      await footer()
        .getByText(/^\d+ REST calls$/)
        .waitFor();
      expect(await footer().innerText()).toContain('Running');
      await button(/^Stop query/).click();
      await dock()
        .getByText(/^Stopped after \d+\.\d s\. \d+ of \d+ REST calls answered\./)
        .waitFor();
      await button(/^Execute query/).click();
      await page.getByRole('treegrid').waitFor();
      await footer().getByText('HTTP 200').waitFor();
      await page.context().close();
    } finally {
      page = shown;
      await slow.close();
    }
  });

  it('says in one sentence that the gateway does not respond', async () => {
    await button('New tab').click();
    await page.route('**/graphql', (route) => route.abort('connectionrefused'));
    await setQuery(page, 'query Two { organizations(first: 1) { nodes { title } } }');
    await button(/^Execute query/).click();
    await footer().getByText('No response').waitFor();
    const response = page.locator('.graphiql-response');
    await response.getByText('The gateway does not respond.').waitFor();
    expect(await response.innerText()).not.toMatch(/TypeError|stack/);
    await plan().getByText('No plan: the gateway does not respond.').waitFor();
    await page.unroute('**/graphql');
  });

  it('asks for a token after a 401, and sends it from all tabs, also after a reload', async () => {
    await button('Connection').click();
    await page.getByLabel('Token', { exact: true }).fill('wrong');
    await button('Use for all tabs').click();
    await setQuery(page, 'query Three { organizations(first: 1) { nodes { title } } }');
    await button(/^Execute query/).click();
    await page.getByText('The token was missing or rejected.').waitFor();
    await page.getByLabel('Token', { exact: true }).fill('sandbox-outsider');
    await page.getByLabel('Other headers, one a line').fill('x-team docs');
    await button('Use for all tabs').click();
    await page.getByText('Expected "name: value", got "x-team docs".').waitFor();
    await page.getByLabel('Other headers, one a line').fill('');
    await page.getByLabel('Token', { exact: true }).fill('sandbox\u2026');
    await button('Use for all tabs').click();
    await page.getByText('The header Authorization contains "\u2026", which HTTP cannot send.').waitFor();
    await page.getByLabel('Token', { exact: true }).fill('sandbox-outsider');
    await button('Use for all tabs').click();
    for (const prepare of [() => button('New tab').click(), () => page.reload()]) {
      await prepare();
      await setQuery(page, 'query Four { organizations(first: 1) { nodes { title } } }');
      const sent = page.waitForRequest((request) => request.postData()?.includes('Four') ?? false);
      await button(/^Execute query/).click();
      expect((await sent).headers().authorization).toBe('Bearer sandbox-outsider');
      await footer().getByText('HTTP 200').waitFor();
    }
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sandbox-outsider');
  });

  it('asks once for a response, and not when its tab is shown again', async () => {
    const use = async (token: string) => {
      await page.getByLabel('Token', { exact: true }).fill(token);
      await button('Use for all tabs').click();
    };
    await button('Connection').click();
    await use('wrong');
    await button('New tab').click();
    await setQuery(page, 'query Five { organizations(first: 1) { nodes { title } } }');
    await button(/^Execute query/).click();
    await page.getByText('The token was missing or rejected.').waitFor();
    await use('sandbox-outsider');
    await button('New tab').click();
    await showTab(page, 'Five');
    await footer()
      .getByText(/^\d+ errors?$/)
      .waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  it('sorts, filters and zooms the calls, and shows whose records they read', async () => {
    await page.getByLabel('User of the sandbox').selectOption('admin');
    await button('New tab').click();
    await setQuery(page, threeLevels);
    await button(/^Execute query/).click();
    const rows = page.locator('.docgraph-grid tbody tr');
    const grid = page.getByRole('treegrid');
    await grid.waitFor();
    const levels = await rows.count();
    await grid.getByRole('button', { name: 'Time' }).click();
    await expect
      .poll(() => grid.getByRole('columnheader', { name: 'Time', exact: false }).first().getAttribute('aria-sort'))
      .toBe('descending');
    const times = (await page.locator('.docgraph-ms').allInnerTexts()).map((text) => Number.parseFloat(text));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    await rows.getByText('Halcyon Freight Systems').first().waitFor();
    await page.getByRole('searchbox').fill('level:2 status:2xx');
    await expect.poll(async () => new Set(await rows.locator('b').allInnerTexts())).toEqual(new Set(['sites.list']));
    await page.getByRole('searchbox').fill('');
    await grid.getByRole('button', { name: 'Time' }).click();
    await grid.getByRole('button', { name: 'Time' }).click();
    await expect.poll(() => rows.count()).toBe(levels);
    const axis = await page.locator('.docgraph-axis').boundingBox();
    if (!axis) throw new Error('The axis is not visible.');
    await page.mouse.move(axis.x + axis.width / 2, axis.y + 8);
    await page.mouse.down();
    await page.mouse.move(axis.x + axis.width * 0.9, axis.y + 8, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => page.locator('.docgraph-axis span').first().innerText()).not.toBe('0');
    await page.mouse.dblclick(axis.x + axis.width / 2, axis.y + 8);
    await expect.poll(() => page.locator('.docgraph-axis span').first().innerText()).toBe('0');
    const critical = page.locator('.docgraph-critical-title');
    const ofWhole = await critical.innerText();
    await button('Zoom in').click();
    await expect.poll(() => button('Zoom out').isEnabled()).toBe(true);
    expect(await critical.innerText()).toBe(ofWhole);
    await button('Zoom out').click();
    await page.getByRole('navigation', { name: 'Critical path' }).getByRole('button').first().click();
    await page.getByText(/^queued .+ first byte .+ body .+ ms$/).waitFor();
    await page.getByText('Value in the response').click();
    await page.locator('.docgraph-preview pre').getByText('"nodes"').waitFor();
  });

  it('shows the method of a write beside its path', async () => {
    await button('New tab').click();
    await setQuery(page, 'query Own { organizations(first: 1) { nodes { restId title } } }');
    await button(/^Execute query/).click();
    const response = page.locator('.graphiql-response');
    await response.getByText('"restId"').waitFor();
    const [id, title] = [...(await response.innerText()).matchAll(/"(?:restId|title)": "([^"]+)"/g)].map(
      ([, value]) => value,
    );
    await setQuery(
      page,
      `mutation Rename { updateOrganization(input: { id: "${id}", title: "${title}" }) { userErrors { message } } }`,
    );
    await button(/^Execute query/).click();
    const url = page.locator('.docgraph-url').filter({ hasText: 'PATCH' });
    const [method, path] = [
      await url.locator('.docgraph-method').boundingBox(),
      await url.locator('span').nth(1).boundingBox(),
    ];
    expect((path?.x ?? 0) - (method?.x ?? 0) - (method?.width ?? 0)).toBeGreaterThan(4);
  });

  it.each([
    { width: 768, height: 1024 },
    { width: 390, height: 844 },
  ])('shows the bars and the response on a screen of $width pixels', async (size) => {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => isInView('.graphiql-response')).toBe(true);
    await page.getByRole('navigation', { name: 'Critical path' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'Selected call' }).waitFor();
    const bar = await page.locator('.docgraph-row-call .docgraph-chart').first().boundingBox();
    expect(bar?.width).toBeGreaterThan(100);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  async function holdRequests(): Promise<void> {
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('"explain":"plan"')) await route.continue();
    });
  }
});

const threeLevels =
  'query Levels { organizations(first: 3) { nodes { title sites(first: 3) { nodes { title sections(first: 3) { nodes { title } } } } } } }';
