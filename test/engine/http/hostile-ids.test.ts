import { isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, pathParams } from '../../../src/engine/contract/endpoint.ts';
import type { Entity } from '../../../src/engine/contract/entity.ts';
import { definitionOf } from '../../../src/engine/fields/field-definitions.ts';
import { LookupField } from '../../../src/engine/fields/lookup.ts';
import { ValueField } from '../../../src/engine/fields/value.ts';
import { GatewayError } from '../../../src/engine/http/errors.ts';
import { urlOf } from '../../../src/engine/http/url.ts';
import { decodeId } from '../../../src/engine/relay/global-id.ts';
import { contract, entities, restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { hostileIds } from '../../support/random/hostile-ids.ts';
import { everyMutation } from '../../support/resources/mutation-inputs.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const endpoints = Object.values(contract)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter(({ path }) => pathParams(path).length > 0);
const kinds: readonly Entity[] = Object.values(entities);

/** Those that a global id can hold. */
const encodable = hostileIds.filter((id) => id.isWellFormed());

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url);
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('an operation', () => {
  it('exists for every path parameter of the contract', () => {
    expect(endpoints.length).toBeGreaterThan(120);
    expect([...new Set(endpoints.flatMap(({ path }) => pathParams(path)))].sort()).toEqual(
      'changeRequestId collectionId commentId commentReplyId emailDomain fileId inviteId organizationId pageId samlProviderId shareLinkId siteId siteSectionGroupId siteSectionId siteSpaceId spaceId specSlug teamId translationSettingsId userId versionId'.split(
        ' ',
      ),
    );
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has no URL for a hostile id',
    (_, endpoint) => {
      const names = pathParams(endpoint.path);
      const valid = Object.fromEntries(names.map((name) => [name, 'id']));
      for (const name of names) {
        for (const id of hostileIds) {
          const build = () => urlOf(endpoint, { ...valid, [name]: id });
          expect(build, `${name} ${JSON.stringify(id)}`).toThrow(GatewayError);
        }
      }
    },
  );
});

describe('a record of each kind', () => {
  const cases = kinds.flatMap((entity) =>
    entity.keyShapes.flatMap((names) => names.map((name) => [entity.name, name, names] as const)),
  );

  it.each(cases)('%s makes no call for a global id with a hostile %s', async (type, name, names) => {
    upstream.reply(json({ id: 'id' }));
    const ids = encodable.map((id) => globalIdOf(type, ...names.map((one) => (one === name ? id : 'id'))));
    const { data, errors = [] } = await gateway.execute('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids },
    });
    expect(upstream.arrived).toEqual([]);
    expect(data.nodes).toEqual(ids.map(() => null));
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['BAD_USER_INPUT']));
  });
});

describe('a look-up by argument', () => {
  const names = new Set(['id', 'slug', 'emailDomain']);
  const cases = Object.values(createSchema().getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => name === 'Query' || name in entities)
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) => {
        const kind = definitionOf(field)?.kind;
        const argument = field.args.find(({ name }) => names.has(name));
        const isLookup = (kind instanceof LookupField || kind instanceof ValueField) && argument !== undefined;
        return isLookup ? [[type.name, field.name, argument.name] as const] : [];
      }),
    );

  it.each(cases)('%s.%s calls nothing but its parent for a hostile %s', async (type, field, argument) => {
    upstream.reply(json({ id: 'id' }));
    const fields = hostileIds.map((_, i) => `f${i}: ${field}(${argument}: $v${i}) { __typename }`).join(' ');
    const variables = Object.fromEntries(hostileIds.map((id, i) => [`v${i}`, id]));
    const argumentType = argument === 'id' ? 'ID!' : 'String!';
    const head = `query (${hostileIds.map((_, i) => `$v${i}: ${argumentType}`).join(', ')})`;
    const parent = kinds.find(({ name }) => name === type);
    const id = parent && globalIdOf(type, ...(parent.keyShapes[0] ?? []).map(() => 'id'));
    const selection = parent === undefined ? fields : `node(id: "${id}") { ... on ${type} { ${fields} } }`;
    const { errors = [] } = await gateway.execute(`${head} { ${selection} }`, { variables });
    expect(errors.map(({ message }) => message)).not.toEqual([]);
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['BAD_USER_INPUT']));
    const own = parent === undefined ? [] : [urlOf(parent.endpoints[0], keyOf(parent))];
    expect(upstream.arrived.filter(({ url }) => !own.includes(url)).map(({ url }) => url)).toEqual([]);
  });

  const keyOf = (entity: Entity) => Object.fromEntries((entity.keyShapes[0] ?? []).map((name) => [name, 'id']));
});

describe('a mutation', () => {
  const cases = everyMutation()
    .filter(({ endpoint }) => pathParams(endpoint.path).length > 0)
    .flatMap(({ name, endpoint, minimal: { input } }) =>
      Object.entries(input).flatMap(([field, value]) =>
        typeof value === 'string' && namesPath(endpoint, value) ? [[name, field, input, value] as const] : [],
      ),
    );

  it('has an id for its path', () => {
    const tested = new Set(cases.map(([name]) => name));
    const all = everyMutation().filter(({ endpoint }) => pathParams(endpoint.path).length > 0);
    expect(all.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
  });

  // All mutations have the same functions for their ids: each is sent a quarter of the hostile ones, and the next one another quarter.
  const numbered = cases.map(([name, field, input, value], i) => [name, field, i % 4, input, value] as const);

  it.each(numbered)('%s sends nothing for a hostile %s', async (name, field, quarter, input, value) => {
    upstream.reply(json({ id: 'id' }));
    const ids = [...hostileIds, ...forged(value)].filter((_, i) => i % 4 === quarter);
    for (let start = 0; start < ids.length; start += perDocument) {
      const inputs = ids.slice(start, start + perDocument).map((id) => ({ ...input, [field]: id }));
      const { data, errors = [] } = await gateway.execute(documentOf(name, inputs.length), {
        variables: Object.fromEntries(inputs.map((one, i) => [`v${i}`, one])),
      });
      for (const i of inputs.keys()) {
        const own = errors.filter(({ path }) => path?.[0] === `m${i}`);
        expect(own.length + (data[`m${i}`]?.userErrors.length ?? 0), JSON.stringify(inputs[i])).toBeGreaterThan(0);
        expect(own.map(({ extensions }) => extensions.code).filter((code) => code !== 'BAD_USER_INPUT')).toEqual([]);
      }
      expect(upstream.arrived.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    }
  });
});

/** Mutations in one document, fewer than `MAX_MUTATIONS` allows. */
const perDocument = 40;

function documentOf(name: string, count: number): string {
  const inputType = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const indexes = Array.from({ length: count }, (_, i) => i);
  const variables = indexes.map((i) => `$v${i}: ${inputType}`).join(', ');
  return `mutation (${variables}) { ${indexes.map((i) => `m${i}: ${name}(input: $v${i}) { userErrors { message } }`).join(' ')} }`;
}

/** Whether a value of an input becomes a part of the operation's path. */
function namesPath({ path }: Endpoint, value: string): boolean {
  const keys = Object.keys(decodeId(restContract, value)?.key ?? {});
  const params = pathParams(path);
  return keys.length > 0
    ? keys.every((key) => params.includes(key))
    : params.some((param) => value.includes(kebab(param)));
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Global ids like this one, with a hostile value in each part of the key. */
function forged(id: string): string[] {
  const { type, key } = decodeId(restContract, id) ?? {};
  if (type === undefined || key === undefined) return [];
  const parts = Object.values(key);
  return parts.flatMap((_, i) => encodable.map((one) => globalIdOf(type.name, ...parts.with(i, one))));
}
