import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '../support/browser/axe.ts';
import { skipsExplorer } from '../support/browser/browser.ts';
import { explorerOfSuite } from '../support/browser/explorer-of-suite.ts';

describe.skipIf(skipsExplorer)('axe finds no violation in the explorer', { timeout: 400_000 }, () => {
  const { open } = explorerOfSuite();

  it('in every state, at four widths, in light and dark', async () => {
    const page = await open({ ...firstScreen, isFirstVisit: true });
    const found: Record<string, string[]> = {};
    for (const [number, [state, { show, part }]] of Object.entries(states).entries()) {
      await showOn(page, firstScreen);
      await show(page);
      for (const screen of screensOf(number)) {
        await showOn(page, screen);
        // The rest of the page is the same as in the state before.
        const violations = await violationsSoon(page, screen.width === firstScreen.width ? 'html' : part);
        if (violations.length > 0) found[`${state}, ${screen.colorScheme}, ${screen.width}`] = violations;
      }
    }
    expect(found).toEqual({});
  });
});

interface Screen {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

const firstScreen: Screen = { width: 1440, height: 900, colorScheme: 'light' };

const widths = [1440, 1024, 768, 390];

/** All of them for the first state. Each later one has each width, and both color schemes in turns: they do not depend on each other. */
function screensOf(state: number): Screen[] {
  return widths.flatMap((width, i) =>
    (['light', 'dark'] as const)
      .filter((_, scheme) => state === 0 || (i + state) % 2 === scheme)
      .map((colorScheme) => ({ width, height: 900, colorScheme })),
  );
}

async function showOn(page: Page, { width, height, colorScheme }: Screen): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
}

/** What axe finds, once the editors have drawn their lines anew after a change of the colors. */
async function violationsSoon(page: Page, selector = 'html'): Promise<string[]> {
  for (const wait of [0, 500, 2_000]) {
    await page.waitForTimeout(wait);
    const violations = await violationsOn(page, selector);
    if (violations.length === 0) return [];
  }
  return violationsOn(page, selector);
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

interface State {
  readonly show: (page: Page) => Promise<void>;
  /** Selects the part of the page that differs from the state before. */
  readonly part: string;
}

/** The states of the page, each after the ones before it. */
const states: Readonly<Record<string, State>> = {
  'first screen': {
    part: 'html',
    show: async (page) => {
      await page.getByRole('treegrid').waitFor();
      // As wide as if it took much longer than the others: the text of a narrow one is cut, and would not be checked.
      await page.evaluate(() => {
        const last = document.querySelector<HTMLElement>('.docgraph-critical li:last-child');
        if (last !== null) last.style.flexGrow = '1000';
      });
    },
  },
  'a selected call': {
    part: '.docgraph-dock',
    show: async (page) => {
      await page.getByRole('navigation', { name: 'Critical path' }).getByRole('button').last().click();
      await page.getByRole('region', { name: 'Selected call' }).waitFor();
    },
  },
  'the costliest path of the plan': {
    part: '.docgraph-plan',
    show: async (page) => {
      await page.getByRole('region', { name: 'Plan' }).getByRole('button', { expanded: false }).click();
      await page.getByRole('table', { name: 'The costliest path' }).waitFor();
    },
  },
  'hidden REST calls': {
    part: '.docgraph-dock',
    show: async (page) => {
      await page.getByRole('region', { name: 'Plan' }).getByRole('button', { expanded: true }).click();
      await press(page, 'Hide the REST calls');
      await page.getByRole('treegrid').waitFor({ state: 'detached' });
    },
  },
  documentation: {
    part: '.graphiql-plugin',
    show: async (page) => {
      await press(page, 'Show the REST calls');
      await press(page, 'Show Documentation Explorer');
      await page.getByText('AddSiteSectionToGroupInput').waitFor();
    },
  },
  'documentation of a type': {
    part: '.graphiql-plugin',
    show: async (page) => {
      await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query', exact: true }).click();
      await page.locator('.graphiql-doc-explorer').getByText('organizationsByEmailDomain').waitFor();
    },
  },
  history: {
    part: '.graphiql-plugin',
    show: async (page) => {
      await press(page, 'Show History');
      await page.locator('.graphiql-history-item-label').first().waitFor();
    },
  },
  'REST tools with an error': {
    part: '.graphiql-plugin',
    show: async (page) => {
      await press(page, 'Show REST and GraphQL');
      await page.getByLabel(/Paste a curl command/).fill('/v1/nothing');
      await press(page, 'Open as operation');
      await page.getByText('The contract has no operation').waitFor();
    },
  },
  code: {
    part: '.graphiql-plugin',
    show: async (page) => {
      await press(page, 'Show Code');
      await page.getByRole('region', { name: 'Code', exact: true }).locator('pre').waitFor();
    },
  },
  results: {
    part: '.graphiql-plugin',
    show: async (page) => {
      await press(page, 'Show Results');
      await page.getByRole('button', { name: 'Copy as CSV' }).waitFor();
      await press(page, 'Keep this result');
    },
  },
  headers: { part: '.graphiql-editors', show: (page) => press(page, 'Headers') },
  graph: {
    part: '.docgraph-graph',
    show: async (page) => {
      await press(page, 'Graph');
      await page.locator('.docgraph-box').first().waitFor();
    },
  },
  'the query builder': {
    part: '.docgraph-graph',
    show: async (page) => {
      await page.getByRole('link', { name: /^SiteSection,/ }).click();
      await page.getByRole('button', { name: 'Open in a tab' }).waitFor();
    },
  },
  connection: {
    part: 'dialog[open]',
    show: async (page) => {
      await press(page, 'Close');
      await press(page, 'Connection');
      await page.getByLabel('Token', { exact: true }).waitFor();
    },
  },
  settings: {
    part: '.graphiql-dialog',
    show: async (page) => {
      await press(page, 'Cancel');
      await press(page, 'Open settings dialog');
      await page.locator('.graphiql-dialog').waitFor();
    },
  },
};
