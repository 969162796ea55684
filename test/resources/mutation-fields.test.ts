import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { type BodyField, everyMutation, type MutationCase, setIn } from '../support/resources/mutation-inputs.ts';
import { mutationOf } from '../support/resources/mutations.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';
import { jsonSchemaOf, minimalResponses } from '../support/upstreams/minimal-responses.ts';

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
beforeEach(() => upstream.reply(minimalResponses));

/** Sends a mutation and resolves to the answer and to the requests that arrived because of it. */
async function send({ name }: MutationCase, input: object) {
  upstream.arrived.length = 0;
  const { data, errors } = await gateway.execute(mutationOf(name), { variables: { input } });
  return { payload: data?.[name], errors, arrived: [...upstream.arrived] };
}

/** Sends a mutation that must arrive as one request, and resolves to its parts. */
async function arrivedWith(mutation: MutationCase, input: object) {
  const { payload, errors, arrived } = await send(mutation, input);
  expect(errors).toBeUndefined();
  expect(payload.userErrors).toEqual([]);
  expect(arrived).toHaveLength(1);
  const [{ method, url, body, headers }] = arrived as [(typeof arrived)[0]];
  return { method, url, headers, body: body === '' ? undefined : JSON.parse(body) };
}

const mutations = everyMutation();
const named = mutations.map((mutation) => [mutation.name, mutation] as const);

describe('the mutations', () => {
  it('are one for each action of the contract', () => {
    const actions = Object.values(contract).flatMap((group) =>
      Object.values(group).filter(({ method }) => method !== 'GET'),
    );
    const called = mutations.map(({ endpoint }) => endpoint.id);
    expect(called.sort()).toEqual(actions.map(({ id }) => id).sort());
  });

  it.each(named)('%s has an input field for every body field, and asks for what REST requires', (_, mutation) => {
    const { endpoint, fields } = mutation;
    const schema = endpoint.body === undefined ? {} : jsonSchemaOf(endpoint.body);
    const top = fields.filter(({ input }) => input.length === 1);
    expect(top.map(({ body }) => body[0]).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
    const required = top.filter(({ isRequired }) => isRequired).map(({ body }) => body[0]);
    expect(required).toEqual(expect.arrayContaining(schema.required ?? []));
  });

  it.each(named)('%s goes to its record’s address, with what is required and nothing else', async (_, mutation) => {
    const { endpoint, minimal: least } = mutation;
    const { method, url, body, headers } = await arrivedWith(mutation, least.input);
    expect({ method, url, body }).toEqual({ method: endpoint.method, url: least.url, body: least.body });
    expect(headers['content-type']).toBe(least.body && 'application/json');
  });

  it.each(named)(
    '%s takes its address or its query from all other fields',
    (_, { endpoint, minimal: least, notInBody: elsewhere }) => {
      const queries = Object.keys(jsonSchemaOf(endpoint.query).properties ?? {});
      const optional = elsewhere.filter((name) => !(name in least.input));
      expect(optional).toEqual(queries);
    },
  );
});

const bodyFields = mutations.flatMap((mutation) =>
  mutation.fields.map((field) => [`${mutation.name} ${field.input.join('.')}`, mutation, field] as const),
);

describe('a field of a body', () => {
  it.each(bodyFields)('%s arrives with every value, in its place, with nothing else', async (_, mutation, field) => {
    const { minimal: least } = mutation;
    for (const { given, rest } of field.values) {
      const { body, url } = await arrivedWith(mutation, withField(least.input, field.input, given, mutation));
      expect(url).toBe(least.url);
      expect(body).toStrictEqual(withBody(least.body, field.body, rest, mutation));
    }
  });

  it.each(bodyFields)('%s is named where the service rejects it', async (_, mutation, field) => {
    const errors = [{ pointer: `/${field.body.join('/')}`, detail: 'No.' }];
    upstream.reply(json({ title: 'Invalid.', errors }, 422));
    const { payload } = await send(mutation, mutation.minimal.input);
    expect(payload.userErrors).toEqual([{ field: field.input, message: 'No.', code: 'INVALID' }]);
  });

  const optional = bodyFields.filter(([, , { isRequired }]) => !isRequired);

  it.each(optional)('%s is not there when it is absent', async (_, mutation, field) => {
    const input = withField(mutation.minimal.input, field.input, undefined, mutation);
    const { body } = await arrivedWith(mutation, input);
    expect(body).toStrictEqual(withBody(mutation.minimal.body, field.body, undefined, mutation));
  });

  const sendsNull = optional.filter(([, mutation, field]) => takesNull(mutation, field));

  it.each(sendsNull)('%s sends null', async (_, mutation, field) => {
    const { body } = await arrivedWith(mutation, withField(mutation.minimal.input, field.input, null, mutation));
    expect(body).toStrictEqual(withBody(mutation.minimal.body, field.body, null, mutation));
  });

  const clearing = sendsNull.filter(([, mutation]) => mutation.name.startsWith('update'));

  it.each(clearing)('%s says what null does', (_, __, { description }) => {
    expect(description).toContain('Null ');
  });

  const rejecting = optional.filter(([, , { description }]) => description.includes('Cannot be null.'));

  it.each(rejecting)('%s says that it cannot be null, and nothing is sent', async (_, mutation, field) => {
    const input = withField(mutation.minimal.input, field.input, null, mutation);
    const { payload, errors, arrived } = await send(mutation, input);
    expect(errors).toBeUndefined();
    expect(payload.userErrors).toEqual([{ field: field.input, code: 'NOT_ALLOWED', message: expect.any(String) }]);
    expect(arrived).toEqual([]);
  });

  const others = optional.filter((one) => !sendsNull.includes(one) && !rejecting.includes(one));

  it.each(others)('%s is absent where it is null', async (_, mutation, field) => {
    const { body } = await arrivedWith(mutation, withField(mutation.minimal.input, field.input, null, mutation));
    expect(body).toStrictEqual(withBody(mutation.minimal.body, field.body, undefined, mutation));
  });

  it('rejects null only in updates', () => {
    expect(rejecting.filter(([name]) => !name.startsWith('update'))).toEqual([]);
  });

  const required = bodyFields.filter(([, , { isRequired }]) => isRequired);

  it.each(required)('%s must have a value: GraphQL says so, and nothing is sent', async (_, mutation, field) => {
    for (const value of [null, undefined]) {
      const input = withField(mutation.minimal.input, field.input, value, mutation);
      const { payload, errors, arrived } = await send(mutation, input);
      expect(payload).toBeUndefined();
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.message).toContain(field.input[0]);
      expect(arrived).toEqual([]);
    }
  });

  it('sends null where the contract takes it', () => {
    expect(sendsNull.map(([name]) => name).sort()).toEqual([
      'createSamlProvider defaultRole',
      'createSiteSection icon',
      'createSiteSection title',
      'createSiteSectionGroup icon',
      'moveCollection parentId',
      'moveSpace parentId',
      'updateCollection defaultRole',
      'updateMember role',
      'updateOrganization defaultContent',
      'updateOrganization defaultRole',
      'updateOrganization logoUrl',
      'updateSamlProvider defaultRole',
      'updateSite proxy',
      'updateSiteSection condition',
      'updateSiteSection description',
      'updateSiteSection icon',
      'updateSiteSectionGroup icon',
      'updateSiteSpace condition',
      'updateSpace defaultRole',
    ]);
  });
});

describe('a field of the query', () => {
  const queried = mutations.flatMap((mutation) =>
    mutation.notInBody
      .filter((name) => !(name in mutation.minimal.input))
      .map((name) => [`${mutation.name} ${name}`, mutation, name] as const),
  );

  it.each(queried)('%s is sent when it has a value', async (_, mutation, name) => {
    const { minimal: least } = mutation;
    const given = await arrivedWith(mutation, { ...least.input, [name]: 'a&b=ü ' });
    expect(given.url).toBe(`${least.url}?${name}=a%26b%3D%C3%BC%20`);
    expect((await arrivedWith(mutation, { ...least.input, [name]: null })).url).toBe(least.url);
  });
});

/** The input with a value in a field; the fields around an inner one are as in the first value of the outermost. */
function withField(input: object, path: string[], value: unknown, { fields }: MutationCase) {
  const outer = fields.find((field) => field.input.join() === path[0]) as BodyField;
  const base = path.length === 1 ? input : setIn(input, path.slice(0, 1), outer.values[0].given);
  return setIn(base, path, value);
}

function withBody(body: object | undefined, path: string[], value: unknown, { fields }: MutationCase) {
  const outer = fields.find((field) => field.body.join() === path[0]) as BodyField;
  const base = path.length === 1 ? body : setIn(body, path.slice(0, 1), outer.values[0].rest);
  return setIn(base, path, value);
}

/** Whether the contract takes null in a field. */
function takesNull(mutation: MutationCase, { body }: BodyField): boolean {
  return mutation.endpoint.body?.safeParse(withBody(mutation.minimal.body, body, null, mutation)).success ?? false;
}
