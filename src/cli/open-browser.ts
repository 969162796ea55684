import { spawn } from 'node:child_process';

/** The programs that open a URL in the user's browser. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** Opens a URL in the user's browser. Where there is none, one line says so, and nothing else happens. */
export function openBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => console.error(`No browser could be opened. Open ${url} yourself.`));
  child.unref();
}
