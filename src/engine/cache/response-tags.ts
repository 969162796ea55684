import { isAtOrBelow, pathOf } from '../contract/caching.ts';
import { type Entity, type Key, keyIn } from '../contract/entity.ts';
import { memoize } from '../contract/memoize.ts';
import type { Endpoint, RestContract } from '../contract/model.ts';
import type { InvalidRecords } from './invalid-record.ts';
import { dependsOnAnyWrite } from './kept-time.ts';
import { type RecordSearch, recordSearch } from './record-positions.ts';

/** Most tags of one response. One that needs more counts as derived. */
const maxTags = 64;

/** How the tags of a read's response are found. */
interface TagRules {
  /** Kinds of records that the read's path is at or below; the path's first parameter is their id. */
  readonly above: readonly Entity[];
  readonly searches: readonly (readonly [Entity, RecordSearch])[];
}

export function tagOf({ name }: Entity, id: string): string {
  return `${name}:${id}`;
}

/** The tag that a write invalidates; undefined for one that may change everything. */
export function tagOfWrite({ touches, pathParams }: Endpoint, path: Key): string | undefined {
  return touches && tagOf(touches, path[pathParams[0] as string] as string);
}

/** The record that a write changes, as other processes are told of it; undefined where it may change everything. */
export function recordsOfWrite({ touches, pathParams }: Endpoint, path: Key): InvalidRecords {
  return touches && [{ type: touches.name, id: path[pathParams[0] as string] as string }];
}

/** The kinds of records that writes of a contract touch alone: reads are tagged with these. */
export const taggedEntities = memoize((contract: RestContract): readonly Entity[] => [
  ...new Set(contract.endpoints.flatMap(({ touches }) => touches ?? [])),
]);

const rulesOf = memoize((endpoint: Endpoint): TagRules => {
  const entities = taggedEntities(endpoint.contract);
  return {
    above: entities.filter((entity) => isAtOrBelow(endpoint.path, pathOf(entity))),
    searches: entities.flatMap((entity) => {
      const search = recordSearch(endpoint, entity);
      return search === undefined ? [] : [[entity, search] as const];
    }),
  };
});

/**
 * The tags of a read's response: of the record that its path names, and of those in its body. Undefined where any write may
 * change it.
 */
export function tagsOf(endpoint: Endpoint, path: Key, result: unknown): readonly string[] | undefined {
  if (dependsOnAnyWrite(endpoint)) return undefined;
  const { above, searches } = rulesOf(endpoint);
  if (above.length === 0 && searches.length === 0) return noTags;
  const tags = above.map((entity) => tagOf(entity, path[endpoint.pathParams[0] as string] as string));
  for (const [entity, search] of searches) {
    const records = search(result);
    if (records === undefined) return undefined;
    for (const record of records) {
      const key = keyIn(entity, path, record);
      if (key === undefined) return undefined;
      const tag = tagOf(entity, lastOf(key));
      if (!tags.includes(tag)) tags.push(tag);
      if (tags.length > maxTags) return undefined;
    }
  }
  return tags;
}

const noTags: readonly string[] = [];

/** The key of a record that can be touched alone has one part. */
function lastOf(key: Key): string {
  return Object.values(key).at(-1) as string;
}
