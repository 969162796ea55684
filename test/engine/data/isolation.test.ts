import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestLogEntry } from '../../../src/sandbox/index.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { type GraphQLResult, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';

const { admin, editor, guest, outsider } = sandboxTokens;
/** Every user's view of everything: what each may see of the same lists differs. */
const view = `{ organizations { nodes { restId title permissions { canAdminister } sites(first: 2) { nodes { title } } } } }`;

const rounds = 250;
const atOnce = 50;

let world: TestWorld;
const requestLog: RequestLogEntry[] = [];

beforeAll(async () => {
  world = await startWorld({ onRequest: (entry) => requestLog.push(entry) });
});

afterAll(() => world.close());

/** Runs a task a number of times, some of them at once. */
async function inParallel(times: number, limit: number, task: (turn: number) => Promise<void>): Promise<void> {
  let turn = 0;
  const worker = async () => {
    while (turn < times) await task(turn++);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

/** What a user sees: data and errors, without what differs from request to request. */
function seen({ data, errors }: GraphQLResult): string {
  // Errors of calls at the same time are in the order of their arrival.
  return JSON.stringify([data, errors?.map(({ path, extensions }) => `${path?.join('.')} ${extensions.code}`).sort()]);
}

describe('users at the same time', () => {
  it('each see their own data, whatever the others ask', async () => {
    const tokens = [admin, outsider, editor, guest];
    const alone = new Map<string, string>();
    for (const token of tokens) alone.set(token, seen(await world.execute(view, { token })));
    expect(new Set(alone.values()).size).toBe(tokens.length);
    await inParallel(rounds, atOnce, async (turn) => {
      const token = tokens[turn % tokens.length] as string;
      expect(seen(await world.execute(view, { token }))).toBe(alone.get(token));
    });
  });

  it('never share what only one of them may see', async () => {
    const organization = '{ organizations { nodes { restId } } }';
    const own = await world.execute(organization, { token: outsider });
    const all = await world.execute(organization, { token: admin });
    const ids = (result: GraphQLResult<{ organizations: { nodes: { restId: string }[] } }>) =>
      result.data.organizations.nodes.map(({ restId }) => restId);
    const [hidden] = ids(all).filter((id) => !ids(own).includes(id));
    expect(hidden).toBeDefined();
    const one = 'query ($id: ID!) { organization(id: $id) { title } }';
    await inParallel(200, atOnce, async (turn) => {
      const isAdmin = turn % 2 === 0;
      const { data, errors } = await world.execute(one, {
        token: isAdmin ? admin : outsider,
        variables: { id: hidden },
      });
      expect(data.organization === null).toBe(!isAdmin);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(isAdmin ? undefined : ['NOT_FOUND']);
    });
  });
});

describe('without a token the service knows', () => {
  it.each([
    ['none', { token: null }],
    ['an unknown one', { token: 'nobody' }],
    ['one of another scheme', { token: null, headers: { authorization: `Basic ${admin}` } }],
    ['an empty header', { token: null, headers: { authorization: '' } }],
  ])('%s: UNAUTHENTICATED, even right after somebody else', async (_, options) => {
    const { errors: none } = await world.execute(view, { token: admin });
    expect(none).toBeUndefined();
    const before = requestLog.length;
    const { status, data, errors } = await world.execute(view, options);
    expect(status).toBe(200);
    expect(data).toEqual({ organizations: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['organizations'],
      extensions: { code: 'UNAUTHENTICATED', rest: { operation: 'organizations.list', status: 401 } },
    });
    expect(requestLog.slice(before).map(({ status: answered }) => answered)).toEqual([401]);
  });

  it('nothing is made up: the schema can still be asked for', async () => {
    const { data, errors, calls } = await world.execute('{ __typename __schema { queryType { name } } }', {
      token: null,
    });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ __typename: 'Query', __schema: { queryType: { name: 'Query' } } });
    expect(calls).toEqual([]);
  });
});

describe('requests of one user', () => {
  it('each ask the service anew: nothing outlives its request', async () => {
    const title = '{ organizations(first: 1) { nodes { title } } }';
    const before = requestLog.length;
    await world.execute(title);
    await world.execute(title);
    expect(requestLog.slice(before).map(({ operation }) => operation)).toEqual([
      'organizations.list',
      'organizations.list',
    ]);
  });
});
