import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { skipsExplorer } from '../support/browser/browser.ts';
import {
  type ExplorerPage,
  executeExplained,
  isPlanRequest,
  openExplorer,
  setQuery,
} from '../support/browser/explorer-page.ts';

describe.skipIf(skipsExplorer)('the plan beside the execute button', () => {
  let explorer: ExplorerPage;
  let page: Page;
  beforeAll(async () => {
    explorer = await openExplorer();
    page = explorer.page;
  }, 90_000);
  afterAll(() => explorer.close());

  const bar = () => page.getByRole('region', { name: 'Plan' });
  const summary = () => bar().getByRole('button', { expanded: false });

  it('shows calls and levels in the worst case, without executing anything', async () => {
    await summary().getByText('≤ 155,056 calls').waitFor();
    await summary().getByText('6 levels').waitFor();
    await summary()
      .getByText(/^[\d,]+ expected$/)
      .waitFor();
    expect(await summary().innerText()).toMatch(/expected[\s\S]*≤ 155,056 calls/);
    expect(await page.getByRole('treegrid').count()).toBe(0);
  });

  it('shows the costliest path, and has no accessibility problem, in light and dark', async () => {
    await summary().click();
    const rows = page.getByRole('table', { name: 'The costliest path' }).getByRole('row');
    expect((await rows.allInnerTexts()).map((row) => row.split(/\s+/).filter(Boolean).join(' '))).toEqual([
      'Level Field Operation Expected At most',
      expect.stringMatching(/^1 organizations organizations.list 1 ≤ 1$/),
      expect.stringMatching(/^2 sites sites.list [\d.]+ ≤ 5$/),
      expect.stringMatching(/^3 sections siteSections.list [\d.]+ ≤ 50$/),
      expect.stringMatching(/^4 changeRequests changeRequests.list [\d,.]+ ≤ 5,000$/),
      expect.stringMatching(/^5 comments changeRequestComments.list [\d,.]+ ≤ 25,000$/),
      expect.stringMatching(/^6 replies changeRequestComments.replies [\d,.]+ ≤ 125,000$/),
    ]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page, '.docgraph-plan'), colorScheme).toEqual([]);
    }
    await bar().getByRole('button', { expanded: true }).click();
  });

  it('sets the cursor to the argument to lower', async () => {
    await page.getByRole('button', { name: 'Lower first: 10 of sites' }).click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('1');
    await summary().getByText('≤ 15,511 calls').waitFor();
    await page.getByRole('button', { name: 'Lower first: 10 of sections' }).waitFor();
  });

  it('is requested once for a text, and not while the text is invalid', async () => {
    const requested: (string | null)[] = [];
    page.on('request', (request) => isPlanRequest(request) && requested.push(request.postData()));
    await setQuery(page, '{ unknownField }');
    await bar().getByText('No plan: the operation is not valid').waitFor();
    expect(await bar().getByText('calls').count()).toBe(0);
    // Longer than the debounce.
    await page.waitForTimeout(700);
    expect(requested).toEqual([]);
    await setQuery(page, '{ organizations(first: 3) { nodes { title sites(first: 2) { totalCount } } } }');
    await summary().getByText('≤ 4 calls').waitFor();
    await summary().getByText('2 levels').waitFor();
    expect(requested).toHaveLength(1);
  });

  it('compares what was planned with what was made, until the text changes', async () => {
    await executeExplained(page);
    await bar()
      .getByText(/^[2-4] made$/)
      .waitFor();
    await setQuery(page, '{ organizations(first: 2) { nodes { title } } }');
    await summary().getByText('≤ 1 call', { exact: true }).waitFor();
    expect(await bar().getByText(/made$/).count()).toBe(0);
  });

  it('aborts the request of an older text', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('slow:')) await released;
      await route.continue().catch(() => {});
    });
    const sent = page.waitForRequest(isPlanRequest);
    const aborted = page.waitForEvent('requestfailed', isPlanRequest);
    await setQuery(page, '{ slow: organizations(first: 3) { nodes { title } } }');
    await sent;
    await setQuery(page, '{ organizations(first: 2) { nodes { sites { totalCount } } } }');
    expect((await aborted).postData()).toContain('slow:');
    await summary().getByText('≤ 3 calls').waitFor();
    release();
    expect(explorer.errors.filter((error) => !error.includes('ERR_ABORTED'))).toEqual([]);
  });

  it('says why an operation has no plan', async () => {
    await setQuery(page, 'query ($id: ID!) { organization(id: $id) { title } }');
    await bar().getByText('Variable "$id" of required type "ID!" was not provided.').waitFor();
  });
});
