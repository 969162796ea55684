import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { launchBrowser, skipsExplorer } from '../support/browser.ts';
import { type ExplorerWorld, openExplorer, startExplorer } from '../support/explorer-world.ts';

describe.skipIf(skipsExplorer)('axe finds no violation in the explorer', { timeout: 120_000 }, () => {
  let world: ExplorerWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startExplorer(), launchBrowser()]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it.each([
    { colorScheme: 'light', width: 1280, height: 800 },
    { colorScheme: 'dark', width: 390, height: 844 },
  ] as const)('in every state, $colorScheme, $width pixels wide', async (options) => {
    const page = await openExplorer(browser, world.url, options);
    const found: Record<string, string[]> = {};
    for (const [state, show] of Object.entries(states)) {
      await show(page);
      found[state] = await violationsOn(page);
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(states).map((state) => [state, []])));
    await page.context().close();
  });

  it('on the first screen, at four widths, in light and dark', async () => {
    const page = await openExplorer(browser, world.url, { width: 1440, height: 900, isFirstVisit: true });
    await page.getByRole('treegrid').waitFor();
    for (const width of [1440, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // The editors draw their lines anew after the colors have changed.
        await expect
          .poll(() => violationsOn(page), { timeout: 20_000, message: `${colorScheme}, ${width}` })
          .toEqual([]);
      }
    }
    await page.context().close();
  });
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

/** The states of the page, each after the ones before it. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  start: async () => {},
  result: async (page) => {
    await press(page, /^Execute query/);
    await page.getByRole('treegrid').waitFor();
    // As wide as if it took much longer than the others: the text of a narrow one is cut, and would not be checked.
    await page.evaluate(() => {
      const last = document.querySelector<HTMLElement>('.docgraph-critical li:last-child');
      if (last !== null) last.style.flexGrow = '1000';
    });
  },
  'a selected call': async (page) => {
    await page.getByRole('navigation', { name: 'Critical path' }).getByRole('button').last().click();
    await page.getByRole('region', { name: 'Selected call' }).waitFor();
  },
  'the costliest path of the plan': async (page) => {
    await page.getByRole('region', { name: 'Plan' }).getByRole('button', { expanded: false }).click();
    await page.getByRole('table', { name: 'The costliest path' }).waitFor();
  },
  'hidden REST calls': async (page) => {
    await page.getByRole('region', { name: 'Plan' }).getByRole('button', { expanded: true }).click();
    await press(page, 'Hide the REST calls');
    await page.getByRole('treegrid').waitFor({ state: 'detached' });
  },
  documentation: async (page) => {
    await press(page, 'Show the REST calls');
    await press(page, 'Show Documentation Explorer');
    await page.getByText('AddSiteSectionToGroupInput').waitFor();
  },
  'documentation of a type': async (page) => {
    await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query', exact: true }).click();
    await page.locator('.graphiql-doc-explorer').getByText('organizationsByEmailDomain').waitFor();
  },
  history: async (page) => {
    await press(page, 'Show History');
    await page.locator('.graphiql-history-item-label').first().waitFor();
  },
  examples: (page) => press(page, 'Show Examples'),
  'REST tools with an error': async (page) => {
    await press(page, 'Show REST and GraphQL');
    await page.getByLabel(/Paste a curl command/).fill('/v1/nothing');
    await press(page, 'Open as operation');
    await page.getByText('The contract has no operation').waitFor();
  },
  code: async (page) => {
    await press(page, 'Show Code');
    await page.getByRole('region', { name: 'Code', exact: true }).locator('pre').waitFor();
  },
  results: async (page) => {
    await press(page, 'Show Results');
    await page.getByRole('button', { name: 'Copy as CSV' }).waitFor();
    await press(page, 'Keep this result');
  },
  headers: (page) => press(page, 'Headers'),
  graph: async (page) => {
    await press(page, 'Graph');
    await page.locator('.docgraph-box').first().waitFor();
  },
  connection: async (page) => {
    await press(page, 'Close');
    await press(page, 'Connection');
    await page.getByLabel('Token', { exact: true }).waitFor();
  },
  settings: async (page) => {
    await press(page, 'Cancel');
    await press(page, 'Open settings dialog');
    await page.locator('.graphiql-dialog').waitFor();
  },
};
