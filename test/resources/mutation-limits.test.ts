import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { everyMutation, idOf, type MutationCase, setIn } from '../support/resources/mutation-inputs.ts';
import { mutationOf } from '../support/resources/mutations.ts';
import { type FaultUpstream, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';
import { type JsonSchema, minimalResponses } from '../support/upstreams/minimal-responses.ts';

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

/** Characters that a wrong count, a wrong encoding or a trim would show: of one to four bytes, and to be escaped. */
const characters = [...' ä🦊"\\漢\n<\u2028é'];

/** A text of so many characters. */
const textOf = (length: number) => Array.from({ length }, (_, i) => characters[i % characters.length]).join('');

interface Form {
  /** A good text of so many characters. */
  textOf: (length: number) => string;
  /** Texts that have not the form. */
  wrong: string[];
}

const url: Form = {
  textOf: (length) => 'https://docs.example/'.padEnd(length, 'path/'),
  wrong: ['docs.example/path', '/path', 'https://', 'no url'],
};

/** The forms that the contract's patterns ask for, by the name of the field. */
const forms: Readonly<Record<string, Form>> = {
  slug: {
    textOf: (length) =>
      'a1-'
        .repeat(length)
        .slice(0, length - 1)
        .concat('z'),
    wrong: ['Petstore', 'pet store', '-pets', 'pets-', 'pet--store', 'péts', 'pets\n'],
  },
  proxy: {
    textOf: (length) => 'docs.example.com/'.padEnd(length, 'guide'),
    wrong: ['docs.example.com', 'docs.example.com/', 'https://docs.example.com/guide', 'localhost/guide', 'a b.com/x'],
  },
};

interface Limited {
  mutation: MutationCase;
  input: string[];
  body: string[];
  schema: JsonSchema;
}

const fields: Limited[] = everyMutation().flatMap((mutation) =>
  mutation.fields.map((field) => ({ mutation, ...field })),
);

/** Every text of a body whose length or form the contract limits. */
const limited = fields.filter(({ schema }) => limitsOf(schema) !== '');

/** `1..50` for a text of 1 to 50 characters, and `form` where it needs one. */
function limitsOf({ minLength, maxLength, pattern, format }: JsonSchema): string {
  const length = (minLength ?? maxLength) === undefined ? [] : [`${minLength ?? ''}..${maxLength ?? ''}`];
  return [...length, ...((pattern ?? format) === undefined ? [] : ['form'])].join(' ');
}

const nameOf = ({ mutation, input }: Limited) => `${mutation.name} ${input.join('.')}`;
const limitedBy = (test: (schema: JsonSchema) => boolean) =>
  limited.filter(({ schema }) => test(schema)).map((one) => [nameOf(one), one] as const);

const formOf = ({ input, schema }: Limited): Form | undefined =>
  schema.format === 'uri' ? url : schema.pattern === undefined ? undefined : forms[input.at(-1) ?? ''];

/** An id holds no character that divides a path. */
const isId = ({ input }: Limited) => input.at(-1)?.endsWith('Id') ?? false;

const goodText = (one: Limited, length: number) =>
  isId(one) ? 'x'.repeat(length) : (formOf(one)?.textOf ?? textOf)(length);

async function send({ mutation: { name, minimal: least }, input }: Limited, text: string) {
  upstream.arrived.length = 0;
  const variables = { input: setIn(least.input, input, text) };
  const { data, errors } = await gateway.execute(mutationOf(name), { variables });
  expect(errors).toBeUndefined();
  return { userErrors: data[name].userErrors as { field: string[]; code: string }[], arrived: upstream.arrived };
}

/** The text is sent, once, and arrives as it is. */
async function expectSent(one: Limited, text: string): Promise<void> {
  const { userErrors, arrived } = await send(one, text);
  expect(userErrors).toEqual([]);
  expect(arrived.map(({ method }) => method)).toEqual([one.mutation.endpoint.method]);
  expect(JSON.parse(arrived[0]?.body ?? '')).toEqual(setIn(one.mutation.minimal.body, one.body, text));
}

/** The text is refused for one reason at least, under its field's name in the input, and nothing is sent. */
async function expectRefused(one: Limited, text: string, code: string): Promise<void> {
  const { userErrors, arrived } = await send(one, text);
  expect(userErrors).toContainEqual({ field: one.input, code, message: expect.any(String) });
  expect(userErrors.map(({ field }) => field)).toEqual(userErrors.map(() => one.input));
  expect(arrived).toEqual([]);
}

describe('the contract’s limits on what is written', () => {
  it('are those of the snapshot', async () => {
    const limits = Object.fromEntries(limited.map((one) => [nameOf(one), limitsOf(one.schema)]));
    await expect(`${JSON.stringify(limits, null, 2)}\n`).toMatchFileSnapshot('mutation-limits.snapshot.json');
  });

  it.each(limitedBy(({ maxLength }) => maxLength !== undefined))(
    '%s takes the longest good text, and not one character more',
    async (_, one) => {
      const { maxLength = 0 } = one.schema;
      await expectSent(one, goodText(one, maxLength));
      await expectRefused(one, goodText(one, maxLength + 1), 'TOO_LONG');
    },
  );

  it.each(limitedBy(({ minLength }) => minLength !== undefined))(
    '%s takes the shortest good text, and not one character less',
    async (_, one) => {
      const { minLength = 0 } = one.schema;
      await expectSent(one, goodText(one, minLength));
      await expectRefused(one, textOf(minLength - 1), 'TOO_SHORT');
    },
  );

  it.each(limitedBy(({ minLength, maxLength = 0 }) => minLength === undefined && maxLength > 0))(
    '%s may be empty, unless it needs a form',
    async (_, one) => {
      if (formOf(one) === undefined) await expectSent(one, '');
      else await expectRefused(one, '', 'PATTERN');
    },
  );

  it.each(limitedBy(({ pattern, format }) => (pattern ?? format) !== undefined))(
    '%s refuses what has not its form',
    async (_, one) => {
      const form = formOf(one);
      expect(form).toBeDefined();
      await expectSent(one, form?.textOf(40) ?? '');
      for (const wrong of form?.wrong ?? []) await expectRefused(one, wrong, 'PATTERN');
    },
  );
});

describe('a closed set of values', () => {
  const closed = fields.filter(({ schema }) => schema.enum !== undefined).map((one) => [nameOf(one), one] as const);

  it.each(closed)('%s takes no other, and not REST’s own spelling', async (_, { mutation, input, schema }) => {
    for (const value of ['UNKNOWN', schema.enum?.[0], '']) {
      upstream.arrived.length = 0;
      const variables = { input: setIn(mutation.minimal.input, input, value) };
      const { data, errors } = await gateway.execute(mutationOf(mutation.name), { variables });
      expect(data).toBeUndefined();
      expect(errors?.[0]?.message).toContain(input.at(-1));
      expect(upstream.arrived).toEqual([]);
    }
  });

  it('is what these fields take', () => {
    expect(closed.map(([name]) => name).sort()).toEqual([
      'createSamlProvider defaultRole',
      'createSite visibility',
      'updateCollection defaultRole',
      'updateMember role',
      'updateOrganization defaultRole',
      'updateSamlProvider defaultRole',
      'updateSite agentsContext',
      'updateSite visibility',
      'updateSpace defaultRole',
      'updateSpace editMode',
      'upsertTeamMember role',
    ]);
  });
});

describe('a slug that makes a new specification', () => {
  const slug = forms.slug as Form;
  const put = async (given: string) => {
    upstream.arrived.length = 0;
    const input = { organizationId: idOf('Organization'), slug: given, source: { url: 'https://api.example/v1.json' } };
    const { data, errors } = await gateway.execute(mutationOf('upsertOpenApiSpec'), { variables: { input } });
    return { errors, userErrors: data.upsertOpenApiSpec?.userErrors, urls: upstream.arrived.map((one) => one.url) };
  };

  it('is limited as in a creation, though it stands in the path', async () => {
    const longest = slug.textOf(100);
    const sent = { errors: undefined, userErrors: [], urls: [`/v1/orgs/organization-id/openapi/${longest}`] };
    expect(await put(longest)).toEqual(sent);
    const refused = (code: string) => ({ errors: undefined, userErrors: [{ field: ['slug'], code }], urls: [] });
    expect(await put(slug.textOf(101))).toMatchObject(refused('TOO_LONG'));
    expect(await put('Pet Store')).toMatchObject(refused('PATTERN'));
  });
});

describe('a choice of how a site gets its spaces', () => {
  it('is not made by an empty word', async () => {
    const input = { organizationId: idOf('Organization'), spaces: { newSpaceKeyword: '' } };
    const { data } = await gateway.execute(mutationOf('createSite'), { variables: { input } });
    expect(data.createSite.userErrors).toMatchObject([{ field: ['spaces', 'newSpaceKeyword'], code: 'TOO_SHORT' }]);
    expect(upstream.arrived).toEqual([]);
  });
});

describe('a search', () => {
  const searches = [
    { of: 'a space', field: 'space', id: idOf('Space') },
    { of: 'an organization', field: 'organization', id: idOf('Organization') },
  ];

  it.each(searches)('of $of takes 512 characters, and not one more', async ({ field, id }) => {
    const query = `query ($id: ID!, $text: String!) { ${field}(id: $id) { search(query: $text) { totalCount nodes { __typename } } } }`;
    const search = async (text: string) => {
      upstream.arrived.length = 0;
      const { data, errors } = await gateway.execute(query, { variables: { id, text } });
      return { data, errors, urls: upstream.arrived.map((one) => new URL(one.url, upstream.url)) };
    };
    for (const longest of [textOf(512), '🦊'.repeat(512)]) {
      const { errors, urls } = await search(longest);
      expect(errors).toBeUndefined();
      expect(urls.map(({ searchParams }) => searchParams.get('query'))).toEqual([longest]);
      const { data, errors: refused, urls: none } = await search(`${longest}!`);
      expect(data[field]?.search ?? null).toBeNull();
      expect(refused).toMatchObject([{ path: [field, 'search'], extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(refused?.[0]?.message).toMatch(/512.*513/);
      expect(none.filter(({ pathname }) => pathname.endsWith('/search'))).toEqual([]);
    }
  });
});
