import { z } from 'zod';
import { queryParams } from '../../../src/engine/contract/endpoint.ts';
import type { Key } from '../../../src/engine/contract/entity.ts';
import type { Endpoint } from '../../../src/engine/contract/model.ts';
import { endpoints } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import type { Random } from '../../../src/sandbox/random.ts';
import type { KnownKeys } from './known-keys.ts';

/** A REST call that a client makes. */
export interface RandomCall {
  readonly token: string | null;
  readonly endpoint: Endpoint;
  readonly path: Key;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

export const reads = endpoints.filter(({ method }) => method === 'GET');
/** Those whose responses may be kept. */
export const keptReads = reads.filter(({ caching }) => caching?.maxAgeMs !== 0);
export const writes = endpoints.filter(({ method }) => method !== 'GET');

const { admin, editor, reader, guest } = sandboxTokens;
/** Those that are declared to change one record, and what is below it. */
export const narrowWrites = writes.filter(({ touches }) => touches !== undefined);

const clients = [admin, admin, admin, editor, editor, reader, guest, null];

/** Calls that are more likely to end what others need. */
const ends = /delete|remove|transfer/i;

/** Makes random calls with keys that are known. */
export class RandomCalls {
  readonly #random: Random;
  readonly #keys: KnownKeys;

  constructor(random: Random, keys: KnownKeys) {
    this.#random = random;
    this.#keys = keys;
  }

  read(): RandomCall {
    return this.of(this.#random.pick(reads), this.#random.pick(clients)) ?? this.read();
  }

  write(): RandomCall {
    const endpoint = this.#random.pick(this.#random.chance(0.5) ? narrowWrites : writes);
    const isSkipped = ends.test(endpoint.id) && this.#random.chance(0.6);
    const token = this.#random.chance(0.6) ? admin : this.#random.pick(clients);
    return (isSkipped ? undefined : this.of(endpoint, token)) ?? this.write();
  }

  /** A call of one endpoint; undefined while no record is known that it needs. */
  of(endpoint: Endpoint, token: string | null): RandomCall | undefined {
    const path = this.#keys.pick(endpoint.pathParams);
    if (path === undefined) return undefined;
    const body = endpoint.body && this.#value('', endpoint.body);
    return { token, endpoint, path, query: this.#query(endpoint), body };
  }

  /** The reads that the path of a call names all records of: of those records, of their lists, and of all above. */
  around({ token, path }: RandomCall): RandomCall[] {
    const names = Object.keys(path);
    return keptReads
      .filter(({ pathParams }) => pathParams.every((name) => names.includes(name)))
      .map((endpoint) => ({
        token,
        endpoint,
        path: Object.fromEntries(endpoint.pathParams.map((name) => [name, path[name] as string])),
        query: {},
        body: undefined,
      }));
  }

  #query(endpoint: Endpoint): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    for (const [name, schema] of queryParams(endpoint)) {
      if (name === 'page') continue;
      if (name === 'query') query[name] = 'the';
      else if (this.#random.chance(0.15)) query[name] = this.#value(name, present(schema));
    }
    return query;
  }

  #value(name: string, schema: z.ZodType): unknown {
    const random = this.#random;
    if (schema instanceof z.ZodObject) return this.#object(schema);
    if (schema instanceof z.ZodNullable) {
      return random.chance(0.2) ? null : this.#value(name, schema.unwrap() as z.ZodType);
    }
    if (schema instanceof z.ZodOptional) return this.#value(name, schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodArray) {
      return Array.from({ length: random.below(3) }, () => this.#value(name, schema.element as z.ZodType));
    }
    if (schema instanceof z.ZodUnion) return this.#value(name, random.pick(schema.options) as z.ZodType);
    if (schema instanceof z.ZodEnum) return random.pick(schema.options);
    if (schema instanceof z.ZodLiteral) return schema.value;
    if (schema instanceof z.ZodBoolean) return random.chance(0.5);
    if (schema instanceof z.ZodNumber) return random.pick([1, 2, 7, 50]);
    if (schema instanceof z.ZodRecord) return name === 'jsonSchema' ? visitorSchema : {};
    return this.#text(name, schema);
  }

  #object(schema: z.ZodObject): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
      if (field instanceof z.ZodOptional && this.#random.chance(0.7)) continue;
      value[name] = this.#value(name, present(field));
    }
    return value;
  }

  #text(name: string, schema: z.ZodType): string {
    const param = idNames[name];
    const id = param && this.#keys.value(param);
    if (id !== undefined) return id;
    const known = schema.meta()?.known;
    if (Array.isArray(known) && known.length > 0) return this.#random.pick(known);
    return texts[name] ?? `text-${this.#random.below(1e9).toString(36)}`;
  }
}

/** The path parameters that fields of queries and bodies hold. */
const idNames: Readonly<Record<string, string>> = {
  spaceId: 'spaceId',
  space: 'spaceId',
  spaces: 'spaceId',
  parent: 'collectionId',
  organization: 'organizationId',
  members: 'userId',
  add: 'userId',
  remove: 'userId',
  contributor: 'userId',
  authors: 'userId',
  sectionId: 'siteSectionId',
  sections: 'siteSectionId',
  siteSection: 'siteSectionId',
  defaultSiteSection: 'siteSectionId',
  siteSpace: 'siteSpaceId',
  defaultSiteSpace: 'siteSpaceId',
  id: 'siteSectionGroupId',
  defaultTeam: 'teamId',
  page: 'pageId',
  targetPage: 'pageId',
};

const texts: Readonly<Record<string, string>> = {
  emoji: '🚀',
  addedReactions: '👍',
  removedReactions: '👍',
  ssoURL: 'https://example.com/sso',
  url: 'data:text/markdown,%23%20Imported%0A%0AText.',
  logo: 'https://example.com/logo.png',
  certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
};

/** The form of JSON Schema that the service takes. */
const visitorSchema = {
  $schema: 'https://json-schema.org/draft-07/schema#',
  $id: 'visitor',
  type: 'object',
  additionalProperties: false,
  properties: {},
};

function present(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}
