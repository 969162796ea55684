import { z } from 'zod';

/** A setting: an environment variable, and a flag of `docgraph serve` that takes precedence over it. */
export interface Setting<Value> {
  /** Name in the environment; the flag is the same in kebab-case. */
  name: string;
  description: string;
  defaultValue: string | undefined;
  /** The default with `NODE_ENV=production`, where it differs. */
  productionDefault?: string | undefined;
  schema: z.ZodType<Value, string>;
}

export function setting<Value, Default extends string | undefined>(
  defaultValue: Default,
  description: string,
  schema: z.ZodType<Value, string>,
  productionDefault?: string,
) {
  return { defaultValue, description, schema, productionDefault };
}

type Unnamed = Omit<Setting<unknown>, 'name'>;
type Named<Group> = { [Key in keyof Group]: Group[Key] & { name: string } };

/** The settings of a group with their names: `UPSTREAM_URL` for the key `upstreamUrl`. */
export function named<Group extends Readonly<Record<string, Unnamed>>>(group: Group): Named<Group> {
  const entries = Object.entries(group).map(([key, unnamed]) => {
    const name = key.replace(/[A-Z]/g, '_$&').toUpperCase();
    return [key, { name, ...unnamed }];
  });
  return Object.fromEntries(entries) as Named<Group>;
}

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

/** A whole number, with or without one of the units: `units` has what each is in the unit of plain numbers, which `plain` names. */
const quantity = (units: ReadonlyMap<string, number>, plain: string) => (min: number, max: number) =>
  z.string().transform((text, context) => {
    const [, digits, unit = ''] = /^(\d+)([A-Za-z]*)$/.exec(text) ?? [];
    const value = Number(digits) * (unit === '' ? 1 : (units.get(unit) ?? Number.NaN));
    if (value >= min && value <= max) return value;
    const names = [...units.keys()].join(', ');
    const message = `must be a whole number from ${min} to ${max} in ${plain}, or one with a unit (${names})`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A duration in milliseconds, such as `1500`, or with a unit, such as `10s`. */
export const duration = quantity(
  new Map([
    ['ms', 1],
    ['s', 1000],
    ['m', 60_000],
    ['h', 3_600_000],
  ]),
  'milliseconds',
);

/** A size in bytes, such as `65536`, or with a unit, such as `64KiB`. */
export const size = quantity(
  new Map([
    ['B', 1],
    ['KiB', 1024],
    ['MiB', 1024 ** 2],
    ['GiB', 1024 ** 3],
  ]),
  'bytes',
);

/** One of these values. */
export const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be ${values.join(', ').replace(/, ([^,]+)$/, ' or $1')}`);

export const boolean = choice(['true', 'false']).transform((text) => text === 'true');

/** A part of all, from 0 to 1, also as JavaScript writes a small number: `1e-7`. */
export const ratio = z
  .string()
  .regex(/^\d*\.?\d+(?:e[+-]?\d+)?$/i, 'must be a number from 0 to 1')
  .transform(Number)
  .refine((value) => value <= 1, 'must be a number from 0 to 1');

/** A comma-separated list; `normalize` is applied to each item. Empty items are left out. */
export const list = (normalize: (item: string) => string = (item) => item) =>
  z.string().transform((text) =>
    text
      .split(',')
      .map((item) => normalize(item.trim()))
      .filter((item) => item !== ''),
  );

/** An address that may have a user and a password, which can be decoded. */
export const addressWithPassword = z
  .string()
  .refine(
    (text) => !URL.canParse(text) || hasReadableCredentials(new URL(text)),
    'must have %25 for each % in its user and its password',
  );

function hasReadableCredentials({ username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

export const headerName = /^[\w!#$%&'*.^`|~+-]+$/;

/** `name=value` pairs, as in the `baggage` header: values may be percent-encoded. */
export const pairs = (isName: (text: string) => boolean, example: string) =>
  z
    .string()
    .max(4000, 'must have at most 4000 characters')
    .transform((text, context) => {
      const parsed: Record<string, string> = {};
      for (const pair of text.split(',')) {
        if (pair.trim() === '') continue;
        const [, key = '', value = ''] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
        const decoded = decodedOf(value);
        if (decoded === undefined || !isName(key)) {
          context.addIssue({ code: 'custom', message: `must be a list such as ${example}` });
          return z.NEVER;
        }
        parsed[key] = decoded;
      }
      return parsed;
    });

/** Pairs that are headers: HTTP sends their values in Latin-1. */
export const headerPairs = (example: string, mayBeSet: (name: string) => boolean = () => true) =>
  pairs((name) => headerName.test(name) && mayBeSet(name), example).refine(
    (headers) => Object.values(headers).every((value) => /^[\x20-\x7e\x80-\xff]*$/.test(value)),
    'must not have characters beyond Latin-1, which HTTP headers cannot hold',
  );

function decodedOf(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no header may hold them
    return /[\x00-\x1f\x7f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
