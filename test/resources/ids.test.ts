import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalIdOf, named } from '../support/execution/expectations.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { everyIdPlace, type IdPlace, keyNames } from '../support/resources/id-places.ts';
import { everyBatchInput, everyMutation, idOf, setIn } from '../support/resources/mutation-inputs.ts';
import { mutationOf } from '../support/resources/mutations.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { LOG_LEVEL: 'silent', VERIFIED_JWT_USER_CLAIM: 'sub' });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
beforeEach(() =>
  upstream.reply((response, request) => {
    const isMember = request.method === 'GET' && /\/members\/[^/]+$/.test(request.url);
    return (isMember ? json({ id: 'm1', user: { id: 'u1' } }) : plentifulResponses)(response, request);
  }),
);

const places = everyIdPlace();
const leastInputs = new Map([
  ...everyMutation().map(({ name, minimal: { input } }) => [name, input] as const),
  ...everyBatchInput(),
]);
const isInput = ({ parent }: IdPlace) => parent.name === 'Mutation';
const inputs = places.filter(isInput);
const args = places.filter((place) => !isInput(place));

const badInput = 'BAD_USER_INPUT';

/** What is wrong with an id at a place, or undefined if it is accepted. Whatever is wrong, no write is sent. */
async function problemWith(place: IdPlace, id: string): Promise<string | undefined> {
  upstream.arrived.length = 0;
  const problem = await (isInput(place) ? problemInInput(place, id) : problemInArgument(place, id));
  const writes = upstream.arrived.filter(({ method }) => method !== 'GET');
  expect(writes).toHaveLength(isInput(place) && problem === undefined ? 1 : 0);
  return problem;
}

async function problemInInput({ field: { name }, path, isList }: IdPlace, id: string) {
  const input = setIn(inputOf(name, path), path, isList ? [id] : id);
  const { data, errors } = await gateway.execute(mutationOf(name), { variables: { input: withLists(input) } });
  expect(errors).toBeUndefined();
  const [error, ...others] = data[name].userErrors;
  expect(others).toEqual([]);
  if (error === undefined) return undefined;
  expect(error).toMatchObject({
    field: isList ? [...path, '0'] : path,
    code: id === '' ? expect.any(String) : 'INVALID',
  });
  return error.message;
}

/** The least input of a mutation that leads to a path. */
function inputOf(name: string, path: string[]) {
  const least = leastInputs.get(name);
  return path[0] === 'memberships' ? setIn(least, ['memberships', '0', 'role'], 'OWNER') : least;
}

/** `setIn` makes objects with the keys of lists. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  return entries[0]?.[0] === '0' ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

async function problemInArgument({ parent, field, path: [argument = '', ...inner], isList }: IdPlace, id: string) {
  const value = isList ? [id] : inner.length > 0 ? setIn({}, inner, id) : id;
  const argumentType = String(field.args.find(({ name }) => name === argument)?.type);
  const selected = `${field.name}(${argument}: $value ${field.args.some(({ name }) => name === 'query') ? 'query: "x"' : ''}) { __typename }`;
  const document = inRoot[parent.name]?.(selected) ?? onNode(parent.name, selected);
  const { errors = [] } = await gateway.execute(`query ($value: ${argumentType}) { ${document} }`, {
    variables: { value },
    token: `e30.${Buffer.from('{"sub":"u1"}').toString('base64url')}.c2ln`,
  });
  const [error] = errors;
  if (error === undefined || error.extensions.code !== badInput) return undefined;
  expect(error.path?.at(-1)).toBe(field.name);
  return error.message;
}

const inRoot: Readonly<Record<string, (selected: string) => string>> = {
  Query: (selected) => selected,
  Viewer: (selected) => `viewer { ${selected} }`,
};
const onNode = (type: string, selected: string) => `node(id: "${nodeOf(type)}") { ... on ${below(type, selected)} }`;
const nodeOf = (type: string) => idOf(type === 'User' ? 'Member' : (type as Parameters<typeof idOf>[0]));
const below = (type: string, selected: string) =>
  type === 'User' ? `Member { user { ${selected} } }` : `${type} { ${selected} }`;

const withType = places.filter(({ type }) => type !== undefined);
const typeOf = ({ type }: IdPlace) => type as NonNullable<IdPlace['type']>;
/** An id of the place's type. The pages and files of a change request have ids of their own. */
function ownIdFor(place: IdPlace): string {
  const isInChangeRequest = place.parent.name === 'ChangeRequest' && /^(page|file)$/.test(place.field.name);
  return isInChangeRequest ? globalIdOf(typeOf(place), 'space-id', 'change-request-id', 'x') : idOf(typeOf(place));
}

/** Types of which no place of the schema takes an id where it takes one of the others. */
const wrongTypeFor = (place: IdPlace) => (place.type === 'File' ? 'Page' : 'File');

describe('every argument and input field that names a record', () => {
  it('is checked here', () => {
    expect(inputs.length).toBeGreaterThan(80);
    expect(args.length).toBeGreaterThan(28);
    expect(new Set(places.map(({ name }) => name)).size).toBe(places.length);
  });

  it.each(withType)('takes its global id: $name', async (place) => {
    expect(await problemWith(place, ownIdFor(place))).toBeUndefined();
  });

  it.each(withType.filter(({ takesRestId }) => takesRestId))('takes its REST id: $name', async (place) => {
    expect(await problemWith(place, 'plain')).toBeUndefined();
  });

  it.each(withType.filter(({ takesRestId }) => !takesRestId))('takes no REST id: $name', async (place) => {
    const article = named(typeOf(place));
    expect(await problemWith(place, 'plain')).toBe(`"plain" is not a global id. Use the "id" of ${article}.`);
  });

  it.each(withType)('takes no id of another type: $name', async (place) => {
    const wrong = wrongTypeFor(place);
    expect(await problemWith(place, idOf(wrong))).toBe(`Expected ${named(typeOf(place))} id, got ${named(wrong)} id.`);
  });

  it.each(withType)('takes no malformed id: $name', async (place) => {
    for (const malformed of ['a/b', '..', '']) {
      expect(await problemWith(place, malformed)).toMatch(/is not (a )?(valid|global)|is empty|must not be empty/);
    }
  });

  const hasParents = withType.filter(({ type = '', takesRestId }) => takesRestId && keyNames(type).length > 1);
  // Where the organization of a user is not known, that of the membership does not matter.
  const parentsMatter = hasParents.filter(
    ({ isUser, parent: { name } }) => !isUser || !/^(Space|ChangeRequest|Page)$/.test(name),
  );

  it.each(parentsMatter)('takes no id of a record with other parents: $name', async (place) => {
    const type = typeOf(place);
    const foreign = globalIdOf(type, ...keyNames(type).map((name) => `other-${name}`));
    expect(await problemWith(place, foreign)).toMatch(new RegExp(`^The ${type} with the id .* belongs to another `));
  });
});

describe('every description of an id', () => {
  const both = /\b(?:its )?global ids? or (?:its )?REST ids?\b|their global ids or REST ids/i;
  const user =
    /global ids? of (?:the members?|members), or (?:the )?REST ids?( or email address(?:es)?)? of (?:the )?users?\.(?:\s`VIEWER` is the user of the request; [^.]*\.|\sNull (?:adds|removes) none\.)?$/i;

  it.each(withType)('says exactly what is taken: $name', ({ description, takesRestId, isUser }) => {
    if (isUser) return expect(description).toMatch(user);
    expect(description).toMatch(/global id/i);
    expect(both.test(description)).toBe(takesRestId);
    expect(/REST id/.test(description)).toBe(takesRestId);
  });

  it.each(places.filter(({ type }) => type === undefined))('says that it is no record: $name', async (place) => {
    expect(place.description).not.toMatch(/global id/i);
    expect(await problemWith(place, 'plain')).toBeUndefined();
    expect(await problemWith(place, idOf('Site'))).toBe('Expected a REST id, got a Site id.');
  });
});

describe('invalid ids in inputs', () => {
  it('are reported together with the other invalid fields', async () => {
    const input = { id: idOf('Team'), title: 'x', defaultSectionId: idOf('Space'), basename: '' };
    const { data, errors } = await gateway.execute(mutationOf('updateSite'), { variables: { input } });
    expect(errors).toBeUndefined();
    expect(data.updateSite.userErrors).toEqual([
      { field: ['title'], code: 'TOO_SHORT', message: expect.any(String) },
      { field: ['basename'], code: 'TOO_SHORT', message: expect.any(String) },
      { field: ['id'], code: 'INVALID', message: 'Expected a Site id, got a Team id.' },
      { field: ['defaultSectionId'], code: 'INVALID', message: 'Expected a SiteSection id, got a Space id.' },
    ]);
    expect(upstream.arrived).toEqual([]);
  });

  it('stop the other mutations of the document', async () => {
    const { data, errors } = await gateway.execute(`mutation {
      first: updateSpace(input: { id: "s1", title: "Guide" }) { userErrors { field } }
      second: updateSite(input: { id: "${idOf('Team')}" }) { userErrors { field } }
    }`);
    expect(data).toEqual({ first: null, second: { userErrors: [{ field: ['id'] }] } });
    expect(errors).toMatchObject([{ path: ['first'], extensions: { code: 'NOT_EXECUTED' } }]);
    expect(upstream.arrived).toEqual([]);
  });
});
