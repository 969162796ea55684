import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { endpoints } from '../../../src/resources/contract.ts';
import { type JsonSchema, jsonSchemaOf } from '../upstreams/minimal-responses.ts';
import { everyMutation, type MutationCase } from './mutation-inputs.ts';

/** A REST request of the contract. */
export interface RestRequest {
  name: string;
  method: string;
  /** Path and query. */
  url: string;
  body: unknown;
}

/** Every read of the contract, without parameters and with all of them; lists start at the first page and at another. */
export function everyRead(): RestRequest[] {
  return endpoints
    .filter(({ method }) => method === 'GET')
    .flatMap((endpoint) =>
      queriesOf(endpoint).map((query, i) => ({
        name: i === 0 ? endpoint.id : `${endpoint.id} with ${[...new Set(query.map(([name]) => name))].join(', ')}`,
        method: 'GET',
        url: `${pathOf(endpoint)}${query.length === 0 ? '' : `?${new URLSearchParams(query)}`}`,
        body: undefined,
      })),
    );
}

type Query = [name: string, value: string][];

/** The required parameters alone first. A page needs the limit that it came with. */
function queriesOf(endpoint: Endpoint): Query[] {
  const { properties = {}, required = [] } = jsonSchemaOf(endpoint.query);
  const isPaged = 'limit' in properties;
  const own = Object.entries(properties).filter(([name]) => !isPaged || (name !== 'page' && name !== 'limit'));
  const all = own.flatMap(([name, schema]) => valuesOf(name, schema).map((value): [string, string] => [name, value]));
  const least = all.filter(([name]) => required.includes(name));
  const limit: Query = isPaged ? [['limit', '7']] : [];
  const page: Query = isPaged ? [['page', 'token/of page']] : [];
  const hasMore = isPaged || all.length > least.length;
  return [[...least, ...limit], ...(hasMore ? [[...all, ...limit, ...page]] : [])];
}

/** Parameters that the contract leaves open, and that are enums in the schema. */
const ofEnums: Readonly<Record<string, string>> = { order: 'asc', sort: 'lastSeenAt' };

function valuesOf(name: string, { type, enum: values }: JsonSchema): string[] {
  if (ofEnums[name] !== undefined) return [ofEnums[name]];
  if (values !== undefined) return [values.at(-1) ?? ''];
  if (type === 'boolean') return ['false'];
  return type === 'array' ? ['a b', 'ü&='] : ['a text & more'];
}

/** Ids that need encoding. */
function pathOf({ path }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${name} é'"$`));
}

/** Every write of the contract: with the required fields of its body, with all, and with each value of each field. */
export function everyWrite(): RestRequest[] {
  return everyMutation().flatMap((mutation) => bodiesOf(mutation).map((body, i) => requestOf(mutation, body, i)));
}

function requestOf({ endpoint, minimal }: MutationCase, body: unknown, i: number): RestRequest {
  return { name: `${endpoint.id}, body ${i + 1}`, method: endpoint.method, url: minimal.url, body };
}

function bodiesOf({ minimal, fields }: MutationCase): unknown[] {
  const own = fields.filter(({ body }) => body.length === 1);
  const all = Object.fromEntries(own.map(({ body, values }) => [body[0], values[0].rest]));
  const each = own.flatMap(({ body, values }) =>
    values.slice(1).map(({ rest }) => ({ ...minimal.body, [body[0] as string]: rest })),
  );
  return [minimal.body, ...(own.length > 0 ? [all] : []), ...each];
}
