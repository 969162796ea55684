import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { members } from '../../src/resources/members/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type MutationWorld, startMutationWorld } from '../support/resources/mutation-world.ts';
import { mutationOf } from '../support/resources/mutations.ts';
import { permissionCases, permissionRecords } from '../support/resources/permission-cases.ts';
import { userIdOf } from '../support/sandbox/sandbox-users.ts';

const { editor: token } = sandboxTokens;
const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
const described = createSchema().getMutationType()?.getFields() ?? {};
const cases = Object.entries(permissionCases).flatMap(([flags, mutations]) =>
  mutations.map(([name, input]) => ({ name, flags: flags.split(', '), input })),
);

let world: MutationWorld;
let records: Readonly<Record<string, string>>;
let userId: string;

beforeAll(async () => {
  world = await startMutationWorld();
  records = await permissionRecords(world);
  userId = await userIdOf(world.rest, world.home, token);
});
afterAll(() => world.close());

/** The record that a case needs a flag of: what the input names, or what is named by the words of a description. */
function recordOf(flag: string, input: object): string {
  const [, words = ''] = flag.split(' of ');
  const names: Readonly<Record<string, string>> = {
    'the comment': JSON.stringify(input).includes('@proposal') ? 'proposal' : 'comment',
    'the OpenAPI specification': 'specification',
    'the translation configuration': 'configuration',
    'the parent collection': 'parent',
    'its parent collection': 'parent',
    'the new organization': 'abroad',
  };
  return records[names[words] ?? words.replace('the ', '')] ?? '';
}

async function hasFlag(flag: string, input: object): Promise<boolean> {
  const id = recordOf(flag, input);
  const [name] = flag.split(' ');
  const type = Buffer.from(id, 'base64url').toString().split(':')[0];
  const query = `query ($id: ID!) { node(id: $id) { ... on ${type} { permissions { ${name} } } } }`;
  const { data } = await world.execute(query, { token, variables: { id } });
  return data.node?.permissions[name ?? ''] === true;
}

/** Whether the user may execute a mutation, which then succeeds. Those of several records say it of each. */
async function executes(name: string, input: object): Promise<boolean> {
  const named = JSON.stringify(input).replace(/"@(\w+)"/g, (_, record: string) => JSON.stringify(records[record]));
  const variables = { input: JSON.parse(named) };
  const selection = 'ids' in input || 'userIds' in input ? 'results { error { code } }' : '';
  const { data, errors } = await world.execute(mutationOf(name, selection), { token, variables });
  const { results, userErrors } = data[name] ?? {};
  const failure = errors?.[0]?.extensions.code ?? results?.[0].error?.code ?? userErrors[0]?.code;
  // An organization that the user cannot see is none that the input may name.
  if (failure === 'INVALID') expect(userErrors).toMatchObject([{ field: ['organizationId'] }]);
  else expect([undefined, 'FORBIDDEN', 'NOT_FOUND']).toContain(failure);
  return failure === undefined;
}

describe('a description of a mutation', () => {
  it.each(cases)('names what it needs: $name, $flags', ({ name, flags }) => {
    const text = described[name]?.description?.replace(/\s+/g, ' ');
    for (const flag of flags) expect(text).toContain(`\`permissions.${flag.replace(' of ', '` of ')}`);
  });

  it('names flags that the cases below need, or is about sites', () => {
    const needed = new Set(cases.flatMap(({ name, flags }) => flags.map((flag) => `${name} ${flag.split(' ')[0]}`)));
    const named = Object.values(described).flatMap(({ name, description }) => {
      const flags = description?.matchAll(/permissions\.(\w+)/g) ?? [];
      return [...flags].map(([, flag]) => `${name} ${flag}`);
    });
    expect(new Set(named)).toEqual(needed);
    const others = Object.keys(described).filter((name) => !cases.some((one) => one.name === name));
    expect(others.filter((name) => !/Site|ShareLink/.test(name))).toEqual([]);
  });
});

describe('a mutation', () => {
  it.each(cases)('is executed for those with the flags: $name, $flags', async ({ name, flags, input }) => {
    for (const role of roles) {
      await world.rest.call(members.update, { path: { organizationId: world.home, userId }, body: { role } });
      const has = await Promise.all(flags.map((flag) => hasFlag(flag, input)));
      const isAllowed = !has.includes(false);
      expect({ role, has, executes: await executes(name, input) }).toEqual({ role, has, executes: isAllowed });
      if (isAllowed) return;
    }
  });
});
