import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where Chromium is; undefined if there is none. */
export const browserPath = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath ?? 'chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}

/** The pictures of the sandbox's users are on a host that does not exist. */
const pictures = 'https://files.inkwell.example/';

/** Opens a page at the time of the sandbox's data, and collects its errors. */
export async function openPage(browser: Browser, url: string): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const isPicture = message.location().url.startsWith(pictures);
    if (['error', 'warning'].includes(message.type()) && !isPicture) errors.push(message.text());
  });
  await page.route(`${pictures}**`, (route) => route.abort());
  await page.clock.setFixedTime(new Date('2025-06-16T12:00:00Z'));
  await page.goto(url);
  return { page, errors };
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The rules of accessibility that the page violates, with the elements that do so. */
export async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
