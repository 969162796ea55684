import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell draws no window, and takes half of the time. */
const path = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((candidate) => candidate !== undefined && existsSync(candidate));

const isExplorerBuilt = existsSync(new URL('../../../dist/explorer/index.html', import.meta.url));

/** Whether tests in a browser are skipped. In CI, a missing browser or build is a failure, not a reason to skip. */
export const skipsBrowser = !process.env.CI && path === undefined;
export const skipsExplorer = skipsBrowser || (!process.env.CI && !isExplorerBuilt);

/** Starts a Chromium that sends no requests of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: path ?? 'chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}
