import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { json, type ReceivedRequest, type Reply, text } from './fault-upstream.ts';
import { type JsonSchema, jsonSchemaOf, minimalResponses, operationFor, sampleOf } from './minimal-responses.ts';

/**
 * Responds to every list with as many records as requested, each with an id of its own, and to everything else with the
 * required fields and the id in the path. Lists have one page.
 */
export const plentifulResponses: Reply = (response, request) => {
  const endpoint = operationFor(request);
  if (endpoint === undefined || endpoint.result === undefined) return minimalResponses(response, request);
  const { body, item } = sampleFor(endpoint);
  if (item !== undefined) return text(listOf(item, request), endpoint.status, jsonType)(response, request);
  const record = {
    ...body,
    id: lastSegment(request),
    ...(endpoint.id === 'collections.get' && endlessParent(request)),
  };
  return json(record, endpoint.status)(response, request);
};

const jsonType = { 'content-type': 'application/json' };

interface Sample {
  body: object;
  /** A record of a list without its id; undefined if the operation returns no list. */
  item: string | undefined;
}

const samples = new Map<Endpoint, Sample>();

function sampleFor(endpoint: Endpoint): Sample {
  const known = samples.get(endpoint);
  if (known !== undefined) return known;
  const schema = jsonSchemaOf(endpoint.result as NonNullable<Endpoint['result']>);
  const items = schema.properties?.items as (JsonSchema & { items?: JsonSchema }) | undefined;
  const item = items?.items && JSON.stringify({ ...(sampleOf(items.items) as object), id: undefined });
  const sample = { body: sampleOf(schema) as object, item };
  samples.set(endpoint, sample);
  return sample;
}

/** Ids tell the parent too, so that they differ in all lists. As text: this process may be the measured client, too, which must not wait. */
function listOf(item: string, request: ReceivedRequest): string {
  const limit = Number(new URL(request.url, 'http://upstream').searchParams.get('limit') ?? 50);
  const parent = /\/([^/?]+)\/[^/?]+(?:\?|$)/.exec(request.url)?.[1] ?? '';
  const rest = item === '{}' ? '}' : `,${item.slice(1)}`;
  return `{"items":[${Array.from({ length: limit }, (_, i) => `{"id":"${parent}-${i}"${rest}`).join()}]}`;
}

/** Collections are in collections without end. */
const endlessParent = (request: ReceivedRequest) => ({ parent: `${lastSegment(request)}p` });

function lastSegment({ url }: ReceivedRequest): string {
  return decodeURIComponent((url.split('?')[0] as string).split('/').at(-1) ?? '');
}
