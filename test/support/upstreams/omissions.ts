import { z } from 'zod';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { SiteSectionGroupEntity } from '../../../src/resources/section-groups/contract.ts';
import { SiteSectionEntity } from '../../../src/resources/site-sections/contract.ts';
import { SiteSpaceEntity } from '../../../src/resources/site-spaces/contract.ts';
import { continueName, emptyName, NamedRandom } from '../../../src/sandbox/random.ts';

/** Which optional fields of which records are left out: the same ones of a record, wherever it is returned. */
export interface Omissions {
  seed: number;
  /** The probability that an optional field is left out. */
  share: number;
}

/** The result of an endpoint without some of its optional fields. A list keeps `next`, which is no field of a record. */
export function withoutSome(endpoint: Endpoint, url: string, result: unknown, omissions: Omissions): unknown {
  if (endpoint.result === undefined || typeof result !== 'object' || result === null) return result;
  return new Omitting(omissions).value(endpoint.result, result, url.split('?')[0] as string);
}

/** The schemas of records that the contract leaves open where they stand: items of a published site's structure. */
const byObject: Readonly<Record<string, z.ZodType | undefined>> = {
  'site-section': itemOf(SiteSectionEntity.lists[0]),
  'site-section-group': itemOf(SiteSectionGroupEntity.lists[0]),
  'site-space': itemOf(SiteSpaceEntity.lists[0]),
};

function itemOf(list: Endpoint | undefined): z.ZodType | undefined {
  const items = list?.result instanceof z.ZodObject ? list.result.shape.items : undefined;
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}

type Shape = Readonly<Record<string, z.ZodType>>;

const isOpen = ({ shape }: z.ZodObject) => Object.keys(shape).join() === 'object,id';

class Omitting {
  readonly #omissions: Omissions;

  constructor(omissions: Omissions) {
    this.#omissions = omissions;
  }

  /** `owner` identifies the record that a value is in, and its place there. */
  value(schema: z.ZodType, value: unknown, owner: string): unknown {
    const inner = unwrapped(schema);
    if (Array.isArray(value)) {
      if (!(inner instanceof z.ZodArray)) return value;
      return value.map((item) => this.value(inner.element as z.ZodType, item, JSON.stringify(item)));
    }
    if (typeof value !== 'object' || value === null || !(inner instanceof z.ZodObject)) return value;
    const { id, object } = value as { id?: unknown; object?: unknown };
    const known = isOpen(inner) ? byObject[String(object)] : undefined;
    const { shape } = known instanceof z.ZodObject ? known : inner;
    return this.#object(shape as Shape, value, typeof id === 'string' ? id : owner);
  }

  #object(shape: Shape, value: object, owner: string): object {
    const kept = Object.entries(value).flatMap(([name, inner]) => {
      const schema = shape[name];
      if (schema === undefined) return [[name, inner]];
      if (isOmittable(name, schema) && this.#isOmitted(`${owner}/${name}`)) return [];
      return [[name, this.value(schema, inner, `${owner}/${name}`)]];
    });
    return Object.fromEntries(kept);
  }

  #isOmitted(place: string): boolean {
    const { seed, share } = this.#omissions;
    return new NamedRandom(continueName(emptyName, `${seed}:${place}`)).next() < share;
  }
}

/** `object` tells kinds of records apart; every record carries it. */
function isOmittable(name: string, schema: z.ZodType): boolean {
  return schema instanceof z.ZodOptional && name !== 'next' && name !== 'object';
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;
}
