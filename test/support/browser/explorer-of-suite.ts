import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type ExplorerWorld, type OpenOptions, openExplorer, startExplorer } from './explorer-world.ts';

/** An explorer for the tests of a suite, from its start. */
export interface ExplorerOfSuite {
  /** Base URL of the gateway, without a slash at the end. */
  readonly url: string;
  readonly browser: Browser;
  /** Opens a new page, by default at the explorer's own URL. A page that a test opens is closed after it. */
  open(options?: OpenOptions & { url?: string }): Promise<Page>;
}

export function explorerOfSuite(environment: Record<string, string> = {}): ExplorerOfSuite {
  let world: ExplorerWorld;
  let browser: Browser;
  let opened: Page[] = [];
  beforeAll(async () => {
    [world, browser] = await Promise.all([startExplorer(environment), launchBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  beforeEach(() => {
    opened = [];
  });
  afterEach(async () => {
    for (const page of opened) await page.context().close();
  });
  return {
    get url() {
      return world.url;
    },
    get browser() {
      return browser;
    },
    open: async ({ url = world.url, ...options } = {}) => {
      const page = await openExplorer(browser, url, options);
      opened.push(page);
      return page;
    },
  };
}
