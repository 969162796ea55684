import { z } from 'zod';
import type { Dialect, PageOf } from './dialect.ts';
import { draft, type Shape } from './endpoint.ts';
import type { Draft, Endpoint, Entity, RecordFinder, RestContract } from './model.ts';
import { PageFormat } from './page-format.ts';

/** The query parameters that every list of a dialect takes. */
type PagingShape<D extends Dialect> = {
  [Name in D['paging']['pageParam']]: z.ZodOptional<D['paging'] extends { kind: 'token' } ? z.ZodString : z.ZodNumber>;
} & { [Name in D['paging']['limitParam']]: z.ZodOptional<z.ZodNumber> };

/** The fields that a list adds to the dialect's envelope. */
type OutputOf<Envelope extends Shape> = [keyof Envelope] extends [never] ? unknown : z.output<z.ZodObject<Envelope>>;

/** A GET that returns a list in pages, before it has its id. */
export interface ListDraft<
  D extends Dialect,
  Path extends string,
  Item extends z.ZodType,
  Query extends Shape,
  Envelope extends Shape,
> extends Draft<
    Path,
    z.ZodObject<Query & PagingShape<D>, z.core.$strict>,
    undefined,
    z.ZodType<PageOf<D, z.output<Item>> & OutputOf<Envelope>>
  > {
  readonly item: Item;
}

/** Builders of a contract's endpoints. Its entities are made of its endpoints. */
interface ContractBuilders<D extends Dialect> {
  /** A GET that returns pages of `item`; `envelope` names the fields that the list adds to the dialect's. */
  list<
    Path extends string,
    Item extends z.ZodType,
    Query extends Shape = Record<never, never>,
    Envelope extends Shape = Record<never, never>,
  >(path: Path, item: Item, query?: Query, envelope?: Envelope): ListDraft<D, Path, Item, Query, Envelope>;
  /**
   * Groups a resource's endpoints and gives each its id, `resource.endpoint`. Throws a TypeError for a path that is not
   * below the dialect's base path.
   */
  resource<Name extends string, Drafts extends Record<string, Draft>>(
    name: Name,
    drafts: Drafts,
  ): {
    [Key in keyof Drafts & string]: Drafts[Key] & { readonly id: `${Name}.${Key}`; readonly contract: RestContract };
  };
}

/** An empty contract in a dialect, with the builders that add to it. */
export function defineContract<const D extends Dialect>(dialect: D): ContractBuilders<D> & { contract: RestContract } {
  const contract = new Registry(dialect);
  return {
    contract,
    list: (path, item, query, envelope) => listDraft(dialect, path, item, { ...query }, { ...envelope }) as never,
    resource: (name, drafts) =>
      Object.fromEntries(
        Object.entries(drafts).map(([key, one]) => [key, contract.add({ ...one, id: `${name}.${key}`, contract })]),
      ) as never,
  };
}

function listDraft({ paging, list }: Dialect, path: string, item: z.ZodType, query: Shape, envelope: Shape) {
  const { pageParam, limitParam, maxLimit } = paging;
  const page = paging.kind === 'token' ? z.string().min(1) : z.number().int().min(0);
  return {
    ...draft({
      method: 'GET',
      path,
      query: z.strictObject({
        ...query,
        [pageParam]: page.optional(),
        [limitParam]: z.number().int().min(1).max(maxLimit).optional(),
      }),
      body: undefined,
      result: z.object({
        ...envelope,
        [list.items]: z.array(item),
        ...(paging.kind === 'token' && schemaAt(paging.next, z.string())),
        ...(list.count !== undefined && schemaAt(list.count, z.number())),
      }),
      status: 200,
    }),
    item,
  };
}

/** The member of an object schema that has an optional value at a path of names. */
function schemaAt(path: string, schema: z.ZodType): Shape {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? schema : z.object(schemaAt(rest.join('.'), schema));
  return { [name]: inner.optional() };
}

class Registry implements RestContract {
  readonly dialect: Dialect;
  readonly pageFormat: PageFormat;
  readonly endpoints: Endpoint[] = [];
  readonly #entitiesByName = new Map<string, Entity>();
  readonly #entitiesByEndpoint = new Map<Endpoint, Entity>();
  readonly #records = new Map<Endpoint, RecordFinder>();

  constructor(dialect: Dialect) {
    this.dialect = dialect;
    this.pageFormat = new PageFormat(dialect);
  }

  add(endpoint: Endpoint): Endpoint {
    const { basePath } = this.dialect;
    if (!endpoint.path.startsWith(`${basePath}/`)) {
      throw new TypeError(`${endpoint.id} has the path ${endpoint.path}, which is not below ${basePath}.`);
    }
    this.endpoints.push(endpoint);
    return endpoint;
  }

  addEntity(entity: Entity): void {
    if (this.#entitiesByName.has(entity.name)) throw new TypeError(`Two entities are named ${entity.name}.`);
    this.#entitiesByName.set(entity.name, entity);
    for (const endpoint of entity.endpoints) this.#entitiesByEndpoint.set(endpoint, entity);
  }

  addRecords(endpoint: Endpoint, records: RecordFinder): void {
    this.#records.set(endpoint, records);
  }

  entityNamed(name: string): Entity | undefined {
    return this.#entitiesByName.get(name);
  }

  identifiedEntity(name: string): Entity | undefined {
    const entity = this.#entitiesByName.get(name);
    return entity?.hasGlobalId ? entity : undefined;
  }

  entityAt(endpoint: Endpoint): Entity | undefined {
    return this.#entitiesByEndpoint.get(endpoint);
  }

  recordsIn(endpoint: Endpoint): RecordFinder | undefined {
    return this.#records.get(endpoint);
  }
}
