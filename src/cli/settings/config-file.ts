import { lstat, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { readProblem } from '../../server/runtime/read-regular-file.ts';
import { nearest } from '../../server/settings/nearest.ts';
import { type ConfigFile, SettingsError, settings } from '../../server/settings/settings.ts';
import type { WebhookMapping } from '../../server/settings/webhook-mapping.ts';
import { defaultExportOf, executable } from './config-module.ts';
import { readText } from './read-text.ts';

/** The configuration file of a folder has one of these names. */
const names = [...executable, '.json'].map((extension) => `docgraph.config${extension}`);

const maxBytes = 1_048_576;

/**
 * Reads the configuration file at a path, or else that of the working directory; undefined where there is none. Rejects with a
 * SettingsError.
 */
export async function readConfigFile(path: string | undefined): Promise<ConfigFile | undefined> {
  const found = path ?? (await configFileHere());
  if (found === undefined) return undefined;
  await checkTarget(found);
  const value = extname(found) === '.json' ? await jsonIn(found) : await defaultExportOf(found);
  const { webhook, ...values } = objectOf(found, value);
  return { path: found, values: checked(found, values), webhook: webhookOf(found, webhook) };
}

async function configFileHere(): Promise<string | undefined> {
  const isThere = await Promise.all(names.map(isEntry));
  const found = names.filter((_, i) => isThere[i]);
  if (found.length > 1) {
    throw new SettingsError([`There are ${found.join(' and ')}: keep one, or name one with --config.`]);
  }
  return found[0];
}

/** Whether a folder has an entry of this name: also a link that leads nowhere, and one that cannot be looked at. */
function isEntry(name: string): Promise<boolean> {
  return lstat(name).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  );
}

async function checkTarget(path: string): Promise<void> {
  const error = await stat(path).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return;
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink();
  throw new SettingsError([`${path} ${isLink ? 'is a link that leads nowhere' : readProblem(error)}.`]);
}

async function jsonIn(path: string): Promise<unknown> {
  const text = await readText(path, maxBytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsError([`${path} is not valid JSON${placeOf(error, text)}.`]);
  }
}

/** Where a text is not JSON, as far as Node tells. The rest of its message quotes the text, which may hold a secret. */
function placeOf(error: unknown, text: string): string {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
  const start = Number(position ?? text.search(/\S/));
  const isComment = /^\/[/*]/.test(text.slice(start, start + 2));
  if (position === undefined && !isComment) return '';
  const lines = text.slice(0, start).split('\n');
  const place = `: line ${lines.length}, column ${(lines.at(-1) as string).length + 1}`;
  return isComment ? `${place}. Only modules, such as docgraph.config.mjs, have comments` : place;
}

function objectOf(path: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return { ...value };
  const what = extname(path) === '.json' ? 'be an object' : 'have an object as its default export';
  throw new SettingsError([`${path} must ${what}, with settings such as "upstreamUrl".`]);
}

/** A Map or an instance of a class has its values elsewhere. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function webhookOf(path: string, value: unknown): WebhookMapping | undefined {
  if (value === undefined || typeof value === 'function') return value as WebhookMapping | undefined;
  throw new SettingsError([`${path}: webhook must be a function, which no .json file can have.`]);
}

/** Throws a SettingsError with a line for each name that is no setting, and for each value that none can have. */
function checked(path: string, value: Readonly<Record<string, unknown>>): ConfigFile['values'] {
  const values = Object.entries(value).map(([key, item]) => [key, pairsIn(key, item)] as const);
  const mistakes = values.flatMap(([key, item]) => mistakeIn(key, item) ?? []);
  if (mistakes.length > 0) throw new SettingsError(mistakes.map((mistake) => `${path}: ${mistake}`));
  return Object.fromEntries(values) as ConfigFile['values'];
}

/** The pairs of a setting that is a map, where the file has them as an object. */
function pairsIn(key: string, value: unknown): unknown {
  if (key !== 'cacheTtls' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .map(([name, item]) => `${name}=${item}`)
    .join();
}

function mistakeIn(key: string, value: unknown): string | undefined {
  if (!Object.hasOwn(settings, key)) return `There is no setting ${JSON.stringify(key)}.${suggestionFor(key)}`;
  const isText = (item: unknown) => typeof item === 'string';
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return undefined;
  if (!Array.isArray(value) || !value.every(isText)) {
    return `${key} must be a text, a number, a boolean or a list of texts.`;
  }
  const { success, data } = settings[key as keyof typeof settings].schema.safeParse(String(value));
  return success && !Array.isArray(data) ? `${key} must be one value, not a list.` : undefined;
}

/** Also where the name is that of the variable or the flag. */
function suggestionFor(key: string): string {
  const plain = key.replaceAll(/[^a-z\d]/gi, '');
  const meant = nearest(plain, Object.keys(settings), plain.length / 4);
  return meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`;
}
