import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type ExplorerWorld, type OpenOptions, openExplorer, startExplorer } from './explorer-world.ts';

/** An explorer for the tests of a suite. Gives a function that opens it in a new page, by default at its own URL; pages are closed after each test. */
export function explorerOfSuite(): (options?: OpenOptions & { url?: string }) => Promise<Page> {
  let world: ExplorerWorld;
  let browser: Browser;
  const opened: Page[] = [];
  beforeAll(async () => {
    [world, browser] = await Promise.all([startExplorer(), launchBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
  });
  return async ({ url = world.url, ...options } = {}) => {
    const page = await openExplorer(browser, url, options);
    opened.push(page);
    return page;
  };
}
