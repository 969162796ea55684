import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SettingsError } from '../../server/settings/settings.ts';
import { unlessStuck } from '../unless-stuck.ts';

const typeScript = ['.ts', '.mts', '.cts'];

/** The types of configuration files that Node executes. */
export const executable = [...typeScript, '.js', '.mjs', '.cjs'];

/** The default export of a configuration file that Node executes. Rejects with a SettingsError. */
export async function defaultExportOf(path: string): Promise<unknown> {
  if (!executable.includes(extname(path)))
    throw new SettingsError([`${path} must end in .json, .mjs, .js, .cjs, .mts, .cts or .ts.`]);
  const url = pathToFileURL(resolve(path)).href;
  try {
    const stuck = () => new Error('its top-level await never ends.');
    const { default: value } = await unlessStuck<{ default?: unknown }>(() => import(/* @vite-ignore */ url), stuck);
    return isCompiled(value) ? value.default : value;
  } catch (error) {
    throw new SettingsError([`${path} cannot be loaded: ${reasonOf(error, path)}`]);
  }
}

/** Whether a value is what a compiler has made of an ES module for CommonJS. */
function isCompiled(value: unknown): value is { default?: unknown } {
  return typeof value === 'object' && value !== null && '__esModule' in value && value.__esModule === true;
}

function reasonOf(error: unknown, path: string): string {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && typeScript.includes(extname(path))) {
    return `Node ${process.version} does not run TypeScript. Node 22.18 or later does, and a .mjs or .json file works in all.`;
  }
  if (!(error instanceof Error)) return String(error);
  return isModuleInCommonJs(error, path) ? `${error.message}. ${renaming(path)}` : error.message;
}

/** Whether a file has the syntax of ES modules, and the package.json of its folder says that it is of CommonJS. */
function isModuleInCommonJs({ name, message, stack }: Error, path: string): boolean {
  if (name !== 'SyntaxError' || stack?.startsWith(resolve(path)) !== true) return false;
  return /^(?:Cannot use import statement|Unexpected token 'export'|await is only valid)/.test(message);
}

function renaming(path: string): string {
  const extension = extname(path);
  const renamed = path.slice(0, -extension.length) + extension.replace('.', '.m');
  return `Rename it to ${renamed}: by its package.json, it is no ES module.`;
}
