import { InvalidArgumentError } from 'commander';
import { type Key, pathParams, segmentProblem } from '../../engine/engine.ts';
import { endpoints } from '../../resources/contract.ts';
import { upstreamSettings } from '../../server/settings/upstream.ts';
import { usageError } from '../exit.ts';

/** Parses `--upstream`. Commander would quote the address in its message, and with it a password. */
export function upstreamUrl(text: string): URL {
  const parsed = upstreamSettings.upstreamUrl.schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw usageError(`--upstream ${parsed.error.issues[0]?.message}.`);
}

/** Parses an id of `--organization`, which can be repeated. */
export function organizationId(text: string, others: string[]): string[] {
  checkId(text);
  return [...others, text];
}

/** Parses the path parameters of `--key`, which can be repeated: `spaceId=a,commentId=b`. */
export function recordKey(text: string, others: Key[]): Key[] {
  const entries = text.split(',').map((part): [string, string] => {
    const [name = '', ...value] = part.split('=');
    if (!paramNames.has(name)) throw new InvalidArgumentError(`${JSON.stringify(name)} is no path parameter.`);
    checkId(value.join('='));
    return [name, value.join('=')];
  });
  return [...others, Object.fromEntries(entries)];
}

const paramNames = new Set(endpoints.flatMap(({ path }) => pathParams(path)));

function checkId(id: string): void {
  const problem = segmentProblem(id);
  if (problem !== undefined) throw new InvalidArgumentError(`The id ${problem}.`);
}
