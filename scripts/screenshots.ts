import { launchBrowser } from '../test/support/browser/browser.ts';
import { openExplorer, startExplorer } from '../test/support/browser/explorer-world.ts';

/**
 * Takes the pictures of the explorer in the README and in docs/explorer.md, over the sandbox. Run it with `npm run screenshots` when the page
 * has changed; it needs Chromium and the built explorer.
 */
const [world, browser] = await Promise.all([startExplorer(), launchBrowser()]);
const size = { width: 1200, height: 750 };

const first = await openExplorer(browser, world.url, size);
await first.getByRole('button', { name: /^Execute query/ }).click();
await first.getByRole('treegrid').waitFor();
await first.getByRole('navigation', { name: 'Critical path' }).getByRole('button').last().click();
await first.getByRole('region', { name: 'Selected call' }).waitFor();
await first.mouse.move(0, 0);
await first.screenshot({ path: 'docs/explorer.png' });

const graph = await openExplorer(browser, world.url, size);
await graph.getByRole('button', { name: 'Graph', exact: true }).click();
await graph.getByRole('link', { name: /^SiteSection,/ }).click();
await graph.mouse.move(0, 0);
await graph.screenshot({ path: 'docs/query-builder.png' });

await browser.close();
await world.close();
