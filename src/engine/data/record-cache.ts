import { contract } from '../../resources/contract.ts';
import { type Entity, type EntityName, entities, keyParams, type RecordOf } from '../contract/entity.ts';
import type { Operation, ResultOf } from '../contract/operation.ts';
import { type Key, keyText } from './cache-key.ts';
import type { Asked } from './cached-read.ts';

type Record_ = object;

/** Records of one kind that came below the same path. */
interface Batch {
  name: EntityName;
  base: Key;
  records: readonly (Record_ | undefined)[];
}

/**
 * The whole records that a request met in lists or inside other records, so that none is fetched again.
 * Answers are looked through when a record is first looked for.
 */
export class MetRecords {
  #noted: Batch[] = [];
  readonly #index = new Map<string, Record_>();
  readonly #log: readonly Asked[];
  /** How much of the log has been looked through, but for what was under way then. */
  #seen = 0;
  #underWay: Asked[] = [];

  /** `log` grows by what is asked. */
  constructor(log: readonly Asked[]) {
    this.#log = log;
  }

  add(name: EntityName, key: Key, record: Record_): void {
    this.#index.set(indexKey(name, key), record);
  }

  find(name: EntityName, key: Key): Record_ | undefined {
    this.#takeAnswers();
    while (this.#noted.length > 0) {
      const noted = this.#noted;
      this.#noted = [];
      for (const batch of noted) this.#take(batch);
    }
    return this.#index.get(indexKey(name, key));
  }

  /** Looks through what was answered since the last time. */
  #takeAnswers(): void {
    if (this.#underWay.length === 0 && this.#seen === this.#log.length) return;
    const asked = this.#underWay.concat(this.#log.slice(this.#seen));
    this.#seen = this.#log.length;
    this.#underWay = asked.filter(({ reading }) => reading.isPending);
    for (const one of asked) if (!one.reading.isPending) this.#meet(one);
  }

  /** Notes an answer that holds whole records. One asked for in another form or state is left alone. */
  #meet({ operation, path, query, reading }: Asked): void {
    const read = holders.get(operation);
    if (read === undefined || (query !== undefined && variants.some((name) => query[name] !== undefined))) return;
    const answer = reading.parse();
    if (answer !== undefined) this.#noted.push(...read(answer, path));
  }

  #take({ name, base, records }: Batch): void {
    // What stands inside a record may break the contract: whoever selects it is told.
    if (!Array.isArray(records)) return;
    for (const record of records) {
      if (typeof record !== 'object' || record === null) continue;
      const key = keyIn(name, base, record);
      if (key === undefined) continue;
      this.add(name, key, record);
      const inner = embedded[name];
      if (inner !== undefined) this.#noted.push(...inner(record as never, base));
    }
  }
}

/** The query parameters that make a record another one than its plain GET answers. */
const variants = ['format', 'shareKey', 'computed', 'evaluated'];

/** The key of a record that stands below `base`; undefined where the record has no id that is one. */
export function keyIn(name: EntityName, base: Key, record: object): Key | undefined {
  const id = (entities[name] as Entity).idOf(record as never);
  if (typeof id !== 'string' || id === '') return undefined;
  const params = shapeBelow(base, keyParams(name));
  const last = params.length - 1;
  const key: Record<string, string> = {};
  for (let i = 0; i < last; i++) key[params[i] as string] = base[params[i] as string] as string;
  key[params[last] as string] = id;
  return key;
}

/** The path of a record that may stand in two places, a space's content or a change request's: the longest that fits. */
function shapeBelow(base: Key, shapes: readonly (readonly string[])[]): readonly string[] {
  if (shapes.length === 1 || !('changeRequestId' in base)) return shapes[0] as readonly string[];
  return shapes.find((shape) => shape.includes('changeRequestId')) ?? (shapes[0] as readonly string[]);
}

function indexKey(name: EntityName, key: Key): string {
  return `${name}:${keyText(key)}`;
}

type Embedded = { [Name in EntityName]?: (record: RecordOf<Name>, base: Key) => Batch[] };

/** Whole records inside other records. */
const embedded: Embedded = {
  SiteSpace: ({ space }) => [{ name: 'Space', base: {}, records: [space] }],
  SiteSection: ({ siteSpaces = [] }, base) => [{ name: 'SiteSpace', base, records: siteSpaces }],
  SiteSectionGroup: ({ sections = [] }, base) => [{ name: 'SiteSection', base, records: sections }],
  SamlProvider: ({ defaultTeam }, base) => [{ name: 'Team', base, records: [defaultTeam] }],
  TeamMember: ({ organization }, base) => [{ name: 'Member', base, records: [organization] }],
};

type Holder = (answer: unknown, path: Key) => Batch[];

function holder<O extends Operation>(operation: O, read: (answer: ResultOf<O>, path: Key) => Batch[]) {
  return [operation, read as Holder] as const;
}

/** The operations whose answers hold whole records: the entities' lists, and those that wrap them. */
const holders = new Map<Operation, Holder>([
  ...Object.entries<Entity>(entities).flatMap(([name, { lists }]) =>
    lists.map((list) =>
      holder(list, (answer, base) => [
        { name: name as EntityName, base, records: (answer as { items?: Record_[] }).items ?? [] },
      ]),
    ),
  ),
  holder(contract.members.spaces, ({ items }) => [
    { name: 'Space', base: {}, records: items.map(({ space }) => space) },
  ]),
  holder(contract.members.teams, ({ items }, { organizationId = '' }) => [
    { name: 'Team', base: { organizationId }, records: items.map(({ team }) => team) },
  ]),
  holder(contract.organizations.listByEmailDomain, ({ organizations }) => [
    { name: 'Organization', base: {}, records: organizations },
  ]),
  holder(contract.sites.published, ({ site, structure }, base) => [
    { name: 'Site', base, records: [site] },
    { name: 'SiteSection', base, records: structure?.structure ?? [] },
  ]),
]);
