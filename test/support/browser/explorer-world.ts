import type { Browser, Page } from 'playwright-core';
import { createSandbox, type SandboxOptions, sandboxRights, sandboxTokens } from '../../../src/sandbox/index.ts';
import { createGateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';

export interface ExplorerWorld {
  /** Base URL of the gateway, without a slash at the end. */
  url: string;
  sandboxUrl: string;
  close(): Promise<void>;
}

/** Starts a gateway with the explorer on its own sandbox, as `docgraph serve` does. */
export async function startExplorer(
  environment: Record<string, string> = {},
  sandboxOptions: SandboxOptions = {},
): Promise<ExplorerWorld> {
  const sandbox = await createSandbox(sandboxOptions);
  const sandboxUrl = await sandbox.listen();
  const users = Object.entries(sandboxTokens).map(([name, token]) => ({
    name,
    authorization: `Bearer ${token}`,
    rights: sandboxRights[name as keyof typeof sandboxTokens],
    userId: sandbox.userIdOf(token),
  }));
  const gateway = await createGateway({
    settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400', LOG_LEVEL: 'silent', ...environment }),
    upstreamUrl: sandboxUrl,
    explorerSandbox: { url: sandboxUrl, users, authorization: `Bearer ${sandboxTokens.admin}` },
  });
  const url = await gateway.listen();
  return {
    url,
    sandboxUrl,
    close: async () => {
      await gateway.close();
      await sandbox.close();
    },
  };
}

export interface OpenOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Whether the page executes its first example by itself. */
  isFirstVisit?: boolean;
  /** Called before the page sends its first request. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** Opens the explorer with empty storage, and waits for its editors. */
export async function openExplorer(
  browser: Browser,
  url: string,
  { width = 1280, height = 800, colorScheme = 'light', isFirstVisit = false, prepare }: OpenOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  if (!isFirstVisit) await context.addInitScript(visited);
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(url);
  await page.locator('.graphiql-query-editor .view-lines').waitFor();
  await page.locator('.graphiql-editor-tool .view-lines').first().waitFor();
  return page;
}

/** Runs in a page before its own scripts: the browser has opened the explorer before. */
export const visited = () => localStorage.setItem('docgraph:visited', 'true');

/** The text in the clipboard. */
export const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
