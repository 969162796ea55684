import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SettingsError } from '../../server/settings/settings.ts';
import { unlessStuck } from '../unless-stuck.ts';

/** The default export of a configuration file that Node executes. Rejects with a SettingsError. */
export async function defaultExportOf(path: string): Promise<unknown> {
  const url = pathToFileURL(resolve(path)).href;
  try {
    const stuck = () => new Error('its top-level await never ends.');
    const { default: value } = await unlessStuck<{ default?: unknown }>(() => import(/* @vite-ignore */ url), stuck);
    return value;
  } catch (error) {
    throw new SettingsError([`${path} cannot be loaded: ${reasonOf(error)}`]);
  }
}

function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return `Node ${process.version} does not run TypeScript. Node 22.18 or later does, and a .js or .json file works in all.`;
  }
  return error instanceof Error ? error.message : String(error);
}
