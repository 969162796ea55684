import type { Page, Request } from 'playwright-core';
import { expect, vi } from 'vitest';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { startWorld, type TestWorld } from '../gateways/gateway.ts';
import { launchBrowser } from './browser.ts';
import { visited } from './explorer-world.ts';

/** The explorer of a gateway with a sandbox: a page in a browser, whose requests have the sandbox's token. */
export interface ExplorerPage {
  readonly world: TestWorld;
  readonly page: Page;
  /** Errors of the page's console. */
  readonly errors: string[];
  close(): Promise<void>;
}

/** Opens the explorer with empty storage, and waits for the plan of its first example. */
export async function openExplorer(): Promise<ExplorerPage> {
  const [world, browser] = await Promise.all([startWorld({}, { LOG_LEVEL: 'silent' }), launchBrowser()]);
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { authorization: `Bearer ${sandboxTokens.admin}` },
  });
  await page.addInitScript(visited);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.setDefaultTimeout(60_000);
  await page.goto(world.url);
  await page.getByText('≤ 155,056 calls').waitFor();
  const close = async () => {
    await browser.close();
    await world.close();
  };
  return { world, page, errors, close };
}

/** Replaces the text of the query editor, and waits until the explorer knows its operations, which it reads after a pause. */
export async function setQuery(page: Page, query: string): Promise<void> {
  await page.locator('.graphiql-query-editor .view-lines').click();
  await replaceText(page, query);
  await vi.waitUntil(async () => (await activeTab(page))?.query === query, { timeout: 30_000 });
}

/** Replaces the text of the editor that has the focus. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  // The editor closes brackets that are typed, and not those that are pasted.
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

/** Executes the query with explain, and waits for the pane of the REST calls. */
export async function executeExplained(page: Page): Promise<void> {
  const explain = page.getByRole('button', { name: /^Explain/ });
  if ((await explain.getAttribute('aria-pressed')) !== 'true') await explain.click();
  await page.getByRole('button', { name: 'Execute query' }).click();
  await page.getByRole('treegrid').waitFor();
}

/** Whether a request asks for a plan alone. */
export function isPlanRequest(request: Request): boolean {
  return request.postData()?.includes('"explain":"plan"') ?? false;
}

/** Responses come in one piece, without progress: Chromium keeps no body of events that a test could read. */
export async function withoutEvents(page: Page): Promise<void> {
  await page.route('**/graphql', (route) =>
    route.continue({ headers: { ...route.request().headers(), accept: 'application/graphql-response+json' } }),
  );
}

/** Shows a tab by its title. */
export async function showTab(page: Page, title: string): Promise<void> {
  const tab = page.locator('.graphiql-tab', { hasText: title });
  // The tabs may still scroll to the new one, and a click miss.
  const chosen = async () => {
    await tab.getByRole('button').first().click();
    return (await tab.getAttribute('class')) ?? '';
  };
  await expect.poll(chosen).toContain('graphiql-tab-active');
}

/** Replaces the variables of the active tab. */
export async function setVariables(page: Page, text: string): Promise<void> {
  await page.locator('.graphiql-editor-tool .view-lines:visible').click();
  await replaceText(page, text);
  await expect.poll(() => storedVariables(page)).toBe(text);
}

/** The variables of the active tab. */
export async function storedVariables(page: Page): Promise<string | undefined> {
  return (await activeTab(page))?.variables;
}

/** A tab of the explorer. */
interface StoredTab {
  readonly title: string;
  readonly query: string;
  readonly variables: string;
}

/** The tabs, which the explorer stores after a pause; none until it has shown the first one. */
export function storedTabs(page: Page): Promise<{ tabs: readonly StoredTab[]; activeTabIndex: number }> {
  return page.evaluate(() => JSON.parse(localStorage['docgraph:graphiql:tabState'] ?? '{"tabs":[]}'));
}

export async function activeTab(page: Page): Promise<StoredTab | undefined> {
  const { tabs, activeTabIndex } = await storedTabs(page);
  return tabs[activeTabIndex];
}

/** Executes the query of the active tab, until its response is shown. */
export async function executeQuery(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await page.locator('.docgraph-footer').getByText('HTTP 200').waitFor();
}
