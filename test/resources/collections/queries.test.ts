import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/resources/collections/contract.ts';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { enumName, globalIdOf, present, queriesOf } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectNode, expectOneError } from '../../support/resources/reads.ts';
import { renamed } from '../../support/resources/renames.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { userIdOf } from '../../support/sandbox/sandbox-users.ts';

const everyField = `{
  id restId title description defaultRole organization { restId } parent { restId }
  urls { location app } permissions { canView canAdminister canViewInviteLinks canCreate }
}`;

/** A REST record as the graph gives it. */
function expectedCollection({ object: _, id, organization, parent, defaultLevel, ...same }: Collection) {
  return present({
    ...renamed(same),
    id: globalIdOf('Collection', id),
    restId: id,
    organization: { restId: organization },
    parent: parent && { restId: parent },
    defaultRole: enumName(defaultLevel),
  });
}

let world: TestWorld;
let rest: RestCalls;
let organizationId: string;
/** All collections of the organization, in the order of the tree. */
let all: Collection[];

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const [organization] = await rest.items(contract.organizations.list);
  organizationId = organization?.id ?? '';
  all = await rest.items(contract.collections.list, { path: { organizationId } });
});

afterAll(() => world.close());

function collection(title: string): Collection {
  const found = all.find((one) => one.title === title);
  if (found === undefined) throw new Error(`The seed has no collection "${title}"`);
  return found;
}

describe('a collection', () => {
  it('has every field of its record', async () => {
    for (const { id } of all) {
      const { data, calls, errors } = await world.execute(`{ collection(id: "${id}") ${everyField} }`);
      expect(errors).toBeUndefined();
      const record = await rest.call(contract.collections.get, { path: { collectionId: id } });
      expect(present(data.collection)).toEqual(expectedCollection(record));
      expect(operationsOf(calls)).toEqual(['collections.get']);
    }
    expect(all.some(({ description }) => description !== undefined)).toBe(true);
    expect(all.some(({ parent }) => parent !== undefined)).toBe(true);
  });

  it('has a default level once one is set', async () => {
    const path = { collectionId: collection('Ledger').id };
    await rest.call(contract.collections.update, { path, body: { defaultLevel: 'comment' } });
    const { data } = await world.execute(`{ collection(id: "${path.collectionId}") { defaultRole } }`);
    expect(data.collection).toEqual({ defaultRole: 'COMMENT' });
    await rest.call(contract.collections.update, { path, body: { defaultLevel: null } });
  });

  it('is the same by its plain id, by its global id, and as a node', async () => {
    const { id, title } = collection('Dispatch');
    const globalId = globalIdOf('Collection', id);
    const { data, calls } = await world.execute(`{
      plain: collection(id: "${id}") { id title }
      global: collection(id: "${globalId}") { id title }
    }`);
    expect(data).toEqual({ plain: { id: globalId, title }, global: { id: globalId, title } });
    expect(operationsOf(calls)).toEqual(['collections.get']);
    const selection = '{ title parent { restId } }';
    const node = await expectNode(world, {
      type: 'Collection',
      id: globalId,
      selection,
      endpoint: contract.collections.get,
    });
    expect(node).toEqual({ id: globalId, title, parent: { restId: collection('Product documentation').id } });
  });

  it('makes no call for itself when only its spaces are selected', async () => {
    const { id } = collection('Dispatch');
    const { data, calls } = await world.execute(`{ collection(id: "${id}") { restId spaces { nodes { title } } } }`);
    const spaces = await rest.items(contract.collections.spaces, { path: { collectionId: id } });
    expect(data.collection).toEqual({ restId: id, spaces: { nodes: spaces.map(({ title }) => ({ title })) } });
    expect(operationsOf(calls)).toEqual(['collections.spaces']);
  });

  it('is asked for when nothing else would show that it exists', async () => {
    const { id } = collection('Dispatch');
    const { data, calls } = await world.execute(`{ collection(id: "${id}") { restId } }`);
    expect(data.collection).toEqual({ restId: id });
    expect(operationsOf(calls)).toEqual(['collections.get']);
  });

  it('is read with its spaces in one round trip', async () => {
    const { id } = collection('Dispatch');
    const { calls } = await world.execute(`{ collection(id: "${id}") { title spaces { nodes { title } } } }`);
    expect(operationsOf(calls)).toEqual(['collections.get', 'collections.spaces']);
    const firstAnswer = Math.min(...calls.map(({ startedAt, ms }) => startedAt + ms));
    for (const { startedAt } of calls) expect(startedAt).toBeLessThan(firstAnswer);
  });

  it('leads up to the top, one call a level', async () => {
    const { id } = collection('Platform');
    const { data, calls } = await world.execute(
      `{ collection(id: "${id}") { title parent { title parent { title } organization { restId } } } }`,
    );
    expect(data.collection).toEqual({
      title: 'Platform',
      parent: { title: 'Engineering', parent: null, organization: { restId: organizationId } },
    });
    expect(operationsOf(calls)).toEqual(['collections.get', 'collections.get']);
  });

  it.each(['title', 'restId', 'spaces { totalCount }', 'title spaces { nodes { title } } parent { title }'])(
    'is null with one NOT_FOUND error where there is none, with { %s }',
    async (selection) => {
      await expectOneError(world, `{ collection(id: "nowhere") { ${selection} } }`, {
        at: ['collection'],
        code: 'NOT_FOUND',
      });
    },
  );

  it('is null without an error as a node that does not exist', async () => {
    const { data, errors } = await world.execute(`{ node(id: "${globalIdOf('Collection', 'nowhere')}") { id } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ node: null });
  });

  it('refuses the id of another type, and names both', async () => {
    const calls = await expectOneError(world, `{ collection(id: "${globalIdOf('Space', 'any')}") { title } }`, {
      at: ['collection'],
      code: 'BAD_USER_INPUT',
      message: /Expected a Collection id, got a Space id/,
    });
    expect(calls).toEqual([]);
  });

  it('is hidden from those who may not see it', async () => {
    await expectOneError(world, `{ collection(id: "${collection('Company').id}") { title } }`, {
      at: ['collection'],
      code: 'NOT_FOUND',
      options: { token: sandboxTokens.outsider },
    });
  });
});

describe('a collection that the caller cannot see', () => {
  const token = sandboxTokens.guest;

  /** A space that the guest sees, and the id of its collection. */
  async function spaceOfGuest() {
    const userId = await userIdOf(rest, organizationId, token);
    const seen = await rest.items(contract.members.spaces, { path: { organizationId, userId } }, token);
    const space = seen.find((one) => one.space?.parent !== undefined)?.space;
    return { id: space?.id ?? '', parent: space?.parent ?? '' };
  }

  it('is NOT_FOUND as the parent of a space, which the guest could take for one at the top level otherwise', async () => {
    const { id } = await spaceOfGuest();
    const query = `{ space(id: "${id}") { parent { title } } }`;
    await expectOneError(world, query, { at: ['space', 'parent'], code: 'NOT_FOUND', options: { token } });
  });

  it('tells its id without a call of its own', async () => {
    const { id, parent } = await spaceOfGuest();
    const { data, errors, calls } = await world.execute(`{ space(id: "${id}") { parent { restId } } }`, { token });
    expect({ data, errors }).toEqual({ data: { space: { parent: { restId: parent } } }, errors: undefined });
    expect(operationsOf(calls)).toEqual(['spaces.get']);
  });
});

describe('the spaces of a collection', () => {
  it('come in windows', async () => {
    const { id } = collection('Engineering');
    const spaces = await rest.items(contract.collections.spaces, { path: { collectionId: id } });
    await expectConnection(world, {
      document: (window, selection) => `{ collection(id: "${id}") { spaces(${window}) ${selection} } }`,
      at: ['collection', 'spaces'],
      node: '{ id title visibility openChangeRequestCount organization { restId } }',
      endpoint: contract.collections.spaces,
      nodes: spaces.map(({ id: spaceId, title, visibility, changeRequestsOpen, organization }) => ({
        id: globalIdOf('Space', spaceId),
        title,
        visibility: enumName(visibility),
        openChangeRequestCount: changeRequestsOpen,
        organization: { restId: organization },
      })),
    });
  });

  it('are whole records: none is fetched again, and their collection is not either', async () => {
    const { id, title } = collection('Engineering');
    const { data, calls } = await world.execute(
      `{ collection(id: "${id}") { title spaces { nodes { title permissions { canAdminister } parent { title } revision { restId } } } } }`,
    );
    const spaces = await rest.items(contract.collections.spaces, { path: { collectionId: id } });
    expect(data.collection.spaces.nodes).toEqual(
      spaces.map((space) => ({
        title: space.title,
        permissions: { canAdminister: space.permissions?.admin },
        parent: { title },
        revision: { restId: space.revision },
      })),
    );
    expect(operationsOf(calls)).toEqual(['collections.get', 'collections.spaces']);
  });

  it('are none in a collection of collections', async () => {
    const { id } = collection('Product documentation');
    const { data } = await world.execute(`{ collection(id: "${id}") { spaces { totalCount nodes { id } edges { cursor }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`);
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
    expect(data.collection.spaces).toEqual({ totalCount: 0, nodes: [], edges: [], pageInfo });
  });
});

describe('the collections of an organization', () => {
  const document = (args: string, selection: string) =>
    `{ organization(id: "${organizationId}") { collections(${args}) ${selection} } }`;

  it('come in windows, with every field', async () => {
    await expectConnection(world, {
      document,
      at: ['organization', 'collections'],
      node: '{ id restId title parent { restId } }',
      endpoint: contract.collections.list,
      nodes: all.map(({ id, title, parent }) => ({
        id: globalIdOf('Collection', id),
        restId: id,
        title,
        parent: parent === undefined ? null : { restId: parent },
      })),
      size: 3,
    });
  });

  it('are whole records: none is fetched again, and their parents are not either', async () => {
    const { data, calls } = await world.execute(
      document('first: 1000', `{ nodes { copy: parent { title } ...every } }`) +
        ` fragment every on Collection ${everyField}`,
    );
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const given: { copy: unknown }[] = data.organization.collections.nodes;
    expect(given.map(({ copy }) => copy)).toEqual(
      all.map(({ parent }) => (parent ? { title: titles.get(parent) } : null)),
    );
    expect(given.map(({ copy: _, ...fields }) => present(fields))).toEqual(all.map(expectedCollection));
    expect(operationsOf(calls)).toEqual(['collections.list']);
  });

  it.each([true, false])('are those inside others too or not, with nested %s', async (nested) => {
    const { data, calls } = await world.execute(document(`nested: ${nested}`, '{ totalCount nodes { restId } }'));
    const wanted = all.filter(({ parent }) => nested || parent === undefined);
    expect(data.organization.collections).toEqual({
      totalCount: wanted.length,
      nodes: wanted.map(({ id }) => ({ restId: id })),
    });
    expect(queriesOf(calls, contract.collections.list)).toEqual([{ nested: String(nested), limit: '25' }]);
  });
});
