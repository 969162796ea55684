import { inspect } from 'node:util';
import { z } from 'zod';
import { endpoints } from '../resources/contract.ts';
import { dialect } from '../resources/dialect.ts';
import { type FaultOptions, faultKinds } from './faults.ts';
import type { RequestLogEntry } from './request-log.ts';

export interface SandboxOptions {
  /** Multiplies the seed data, from 1 to 1000; 1 by default. */
  scale?: number;
  /** Delay of every response, in milliseconds, from 0 to 600,000; 0 by default. */
  latencyMs?: number;
  /** Injects faults; none by default. */
  faults?: FaultOptions;
  /** Page size of lists for requests without `limit`, from 1 to 1000; 50 by default. */
  pageSize?: number;
  /** Maximum size of a page, from 1 to 1000. Smaller values return shorter pages than requested, with a `next`. */
  maxServedPageSize?: number;
  /** The clock's source, in milliseconds since the epoch; by default a clock that starts at a fixed time. */
  now?: () => number;
  /** Time for which a new API specification is `pending`, in milliseconds, from 0 to 600,000; 1000 by default. */
  processingMs?: number;
  /** Deadline of fetching the source of a specification or an import, in milliseconds, from 1 to 60,000; 5000 by default. */
  fetchTimeoutMs?: number;
  /** Names for `Host`, in addition to loopback names and the address of the connection; none by default. */
  allowedHosts?: readonly string[];
  /** Called for every request, before the response is sent or when the connection closes without one. */
  onRequest?: (entry: RequestLogEntry) => void;
}

/**
 * Validates the options of `createSandbox`.
 * @throws TypeError that lists each invalid or unknown option with its valid values.
 */
export function validateOptions(options: SandboxOptions): void {
  validate(optionsSchema, options, 'sandbox options');
}

/**
 * Validates the faults of `setFaults`.
 * @throws TypeError that lists each invalid or unknown option with its valid values.
 */
export function validateFaults(faults: FaultOptions | undefined): void {
  validate(faultSchema.optional(), faults, 'sandbox faults');
}

/** An option's schema. Every failure has the same message, which gives the valid values. */
const valid = <Schema extends z.ZodType>(create: (error: string) => Schema, values: string) =>
  create(`must be ${values}`).optional();

const integer = (min: number, max: number) =>
  valid((error) => z.int(error).min(min, error).max(max, error), `an integer from ${min} to ${max}`);

const callback = valid(
  (error) => z.custom<(...args: never) => unknown>((value) => typeof value === 'function', error),
  'a function',
);

const operationIds = endpoints.map(({ id }) => id);

const faultSchema = z.strictObject(
  {
    rate: valid((error) => z.number(error).min(0, error).max(1, error), 'a number from 0 to 1').unwrap(),
    kinds: valid(
      (error) => z.array(z.literal([...faultKinds], `must be one of ${faultKinds.join(', ')}`), error).min(1, error),
      'a non-empty array',
    ),
    seed: integer(0, 2 ** 32 - 1),
    operations: valid(
      (error) => z.array(z.enum(operationIds, 'must be the id of an operation, such as "spaces.get"'), error),
      'an array of operation ids',
    ),
  } satisfies Record<keyof FaultOptions, z.ZodType>,
  { error: objectError },
);

const optionsSchema = z.strictObject(
  {
    scale: integer(1, 1000),
    latencyMs: integer(0, 600_000),
    faults: faultSchema.optional(),
    pageSize: integer(1, dialect.paging.maxLimit),
    maxServedPageSize: integer(1, dialect.paging.maxLimit),
    processingMs: integer(0, 600_000),
    fetchTimeoutMs: integer(1, 60_000),
    allowedHosts: valid((error) => z.array(z.string(error), error), 'an array of names'),
    now: callback,
    onRequest: callback,
  } satisfies Record<keyof SandboxOptions, z.ZodType>,
  { error: objectError },
);

/** The default message for unknown options, which name themselves; any other failure is a value that is no object. */
function objectError(issue: { code?: string }): string | undefined {
  return issue.code === 'unrecognized_keys' ? undefined : 'must be an object';
}

function validate(schema: z.ZodType, value: unknown, what: string): void {
  const { error } = schema.safeParse(value, { reportInput: true });
  if (error) throw new TypeError(`Invalid ${what}: ${error.issues.map(issueMessage).join('; ')}.`);
}

function issueMessage(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => (path === '' ? key : `${path}.${key}`));
    return `unknown option ${names.join(', ')}`;
  }
  return `${path === '' ? 'the value' : path} ${issue.message}, not ${inspect(issue.input, { depth: 0 })}`;
}
