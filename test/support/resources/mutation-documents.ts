import { afterAll, beforeEach, expect } from 'vitest';
import type { RequestLogEntry } from '../../../src/sandbox/index.ts';
import { type GraphQLResultError, type RequestOptions, startWorld, type TestWorld } from '../gateways/gateway.ts';

/** A gateway and a sandbox for all tests of a file about documents with several mutations, and the ids of some records. */
export async function mutationDocuments() {
  const requestLog: RequestLogEntry[] = [];
  const world = await startWorld({ onRequest: (entry) => void requestLog.push(entry) });
  const ids = await findIds(world);

  beforeEach(() => {
    requestLog.length = 0;
  });

  afterAll(() => world.close());

  const held = 'Not executed: another mutation in this request was rejected. Nothing was changed.';
  const writes = () => requestLog.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);

  const linkInput = () => `{siteId: "${ids.site}", name: "Preflight"}`;
  const subject = () => `{id: "${ids.changeRequest}", subject: "Preflight"}`;

  /** Three mutations, of which the one in the middle is bad. */
  const threeWith = (bad: string, fragments = '') => `
    first: createShareLink(input: ${linkInput()}) { shareLink { id } userErrors { message } }
    bad: ${bad}
    last: updateChangeRequest(input: ${subject()}) { changeRequest { subject } userErrors { message } }
    ${fragments}`;

  async function refusal(bad: string, options: RequestOptions & { fragments?: string; head?: string } = {}) {
    const { fragments = '', head = '', ...rest } = options;
    const { data, errors = [] } = await world.execute(`mutation ${head} { ${threeWith(bad)} } ${fragments}`, rest);
    expect(requestLog).toEqual([]);
    expect(data).toMatchObject({ first: null, last: null });
    const of = (name: string) => errors.filter(({ path }) => path?.[0] === name);
    for (const name of ['first', 'last']) {
      expect(of(name)).toEqual([
        expect.objectContaining({ path: [name], message: held, extensions: { code: 'NOT_EXECUTED' } }),
      ]);
    }
    return { bad: data.bad, error: of('bad')[0], count: errors.length };
  }

  /** Checks that a bad mutation is refused as a whole, by an error of its own. */
  async function expectError(
    message: string | RegExp,
    ...args: Parameters<typeof refusal>
  ): Promise<GraphQLResultError> {
    const { bad, error, count } = await refusal(...args);
    expect(bad).toBeNull();
    expect(count).toBe(3);
    expect(error).toMatchObject({ path: ['bad'], extensions: { code: 'BAD_USER_INPUT' } });
    expect(error?.message).toMatch(message);
    return error as GraphQLResultError;
  }

  return { world, ids, requestLog, held, writes, linkInput, subject, threeWith, refusal, expectError };
}

async function findIds(world: TestWorld) {
  const { data } = await world.execute(`{ organizations(first: 1) { nodes {
    members(first: 1) { nodes { user { restId } } }
    sites(first: 1) { nodes { id siteSpaces(first: 1) { nodes { space { id
      changeRequests(first: 1) { nodes { id } } } } } } } } } }`);
  const [{ members, sites }] = data.organizations.nodes;
  const [site] = sites.nodes;
  const { space } = site.siteSpaces.nodes[0];
  return {
    user: members.nodes[0].user.id as string,
    site: site.id as string,
    space: space.id as string,
    changeRequest: space.changeRequests.nodes[0].id as string,
  };
}
