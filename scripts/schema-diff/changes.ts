import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import type { GraphQLSchema } from 'graphql';

/** What breaks documents or clients that were valid with the old schema. */
export async function breakingChanges(before: GraphQLSchema, after: GraphQLSchema): Promise<Change[]> {
  const changes = await diff(before, after);
  return changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking);
}

/**
 * Names and paths such as `Site.title` in the code of a changelog, except of what was added: of "Unreleased", and of the newest version
 * where that is not released yet.
 */
export function namesIn(changelog: string, released: ReadonlySet<string>): ReadonlySet<string> {
  const sections = changelog.split(/^## (?=\[)/m).slice(1);
  const end = sections.findIndex((section) => released.has(/^\[([^\]]+)\]/.exec(section)?.[1] ?? ''));
  const unreleased = sections.slice(0, end === -1 ? 2 : Math.min(end, 2));
  const parts = unreleased
    .join('\n')
    .split(/^### /m)
    .filter((part) => !/^(?:Added|Fixed)\b/.test(part));
  const code = [...parts.join('\n').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return new Set(code.flatMap((text) => text.match(/\w+(?:\.\w+)*/g) ?? []));
}

/**
 * Whether a change is listed: by its path or by the name of what has changed; a type that belongs to a mutation or to a
 * connection by the name of that; the type of a field by the name of its old type; a directive by what it is applied to.
 */
export function isListed(change: Pick<Change, 'path' | 'meta'>, names: ReadonlySet<string>): boolean {
  const { meta } = change;
  const path = change.path?.replace(/\.@\w+$/, '') ?? '';
  const own = path.split('.').at(-1) ?? '';
  const oldTypes = Object.entries<unknown>(meta).flatMap(([key, value]) =>
    /^old\w*Type$/.test(key) && typeof value === 'string' ? [value.replaceAll(/[[\]!]/g, '')] : [],
  );
  return [path, own, ...oldTypes].some((name) => names.has(name) || names.has(ownerOf(name)));
}

/** `putThing` for `PutThingInput`, `Thing` for `ThingEdge`; the name itself for any other. */
function ownerOf(name: string): string {
  const [, mutation] = /^(\w+)(?:Input|Payload)$/.exec(name) ?? [];
  if (mutation !== undefined) return mutation.charAt(0).toLowerCase() + mutation.slice(1);
  return name.replace(/(?:Connection|Edge)$/, '');
}
