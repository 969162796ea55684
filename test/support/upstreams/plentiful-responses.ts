import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { json, type ReceivedRequest, type Reply } from './fault-upstream.ts';
import { type JsonSchema, jsonSchemaOf, minimalResponses, operationFor, sampleOf } from './minimal-responses.ts';

/**
 * Responds to every list with as many records as requested, each with an id of its own, and to everything else with the
 * required fields and the id in the path. Lists have one page.
 */
export const plentifulResponses: Reply = (response, request) => {
  const endpoint = operationFor(request);
  if (endpoint === undefined || endpoint.result === undefined) return minimalResponses(response, request);
  const sample = sampleFor(endpoint);
  const body =
    sample.item === undefined
      ? {
          ...(sample.body as object),
          id: lastSegment(request),
          ...(endpoint.id === 'collections.get' && endlessParent(request)),
        }
      : { ...(sample.body as object), items: itemsOf(sample.item, request) };
  return json(body, endpoint.status)(response, request);
};

interface Sample {
  body: unknown;
  /** A record of a list; undefined if the operation returns no list. */
  item: unknown;
}

const samples = new Map<Endpoint, Sample>();

function sampleFor(endpoint: Endpoint): Sample {
  const known = samples.get(endpoint);
  if (known !== undefined) return known;
  const schema = jsonSchemaOf(endpoint.result as NonNullable<Endpoint['result']>);
  const items = schema.properties?.items as (JsonSchema & { items?: JsonSchema }) | undefined;
  const sample = { body: sampleOf(schema), item: items?.items && sampleOf(items.items) };
  samples.set(endpoint, sample);
  return sample;
}

/** Ids tell the parent too, so that they differ in all lists. */
function itemsOf(item: unknown, request: ReceivedRequest): unknown[] {
  const limit = Number(new URL(request.url, 'http://upstream').searchParams.get('limit') ?? 50);
  const parent = /\/([^/?]+)\/[^/?]+(?:\?|$)/.exec(request.url)?.[1] ?? '';
  return Array.from({ length: limit }, (_, i) => ({ ...(item as object), id: `${parent}-${i}` }));
}

/** Collections are in collections without end. */
const endlessParent = (request: ReceivedRequest) => ({ parent: `${lastSegment(request)}p` });

function lastSegment({ url }: ReceivedRequest): string {
  return decodeURIComponent((url.split('?')[0] as string).split('/').at(-1) ?? '');
}
