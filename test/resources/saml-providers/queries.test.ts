import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { type SamlProvider, samlProviders } from '../../../src/resources/saml-providers/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { enumName, globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectNode, expectOneError } from '../../support/resources/reads.ts';
import { renamed } from '../../support/resources/renames.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let path: { organizationId: string };
let all: SamlProvider[];
let samlProviderId: string;

const selection = everyField('SamlProvider');

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const [organization] = await rest.items(organizations.list);
  path = { organizationId: organization?.id ?? '' };
  // A provider that sends people in as guests, without a team or an address to sign in at.
  await rest.call(samlProviders.create, { path, body: { label: 'Auditors', defaultRole: null } });
  all = await rest.items(samlProviders.list, { path });
  samlProviderId = all[0]?.id ?? '';
});

afterAll(() => world.close());

const idOf = (provider: string) => globalIdOf('SamlProvider', path.organizationId, provider);
const inOrganization = (field: string) => `{ organization(id: "${path.organizationId}") { ${field} } }`;

function expected({ object: _, id, defaultTeam, defaultRole, ...same }: SamlProvider) {
  return present({
    ...renamed(same),
    id: idOf(id),
    restId: id,
    organization: { restId: path.organizationId },
    defaultTeam: defaultTeam && { restId: defaultTeam.id },
    defaultRole: enumName(defaultRole),
  });
}

describe("an organization's SAML providers", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    const { data, calls, errors } = await world.execute(inOrganization(`samlProviders { nodes ${selection} }`));
    expect(errors).toBeUndefined();
    expect(all.map(({ defaultRole }) => defaultRole)).toEqual(['read', 'read', null]);
    expect(data.organization.samlProviders.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['samlProviders.list']);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => inOrganization(`samlProviders(${window}) ${inner}`),
      at: ['organization', 'samlProviders'],
      node: '{ restId label }',
      endpoint: samlProviders.list,
      nodes: all.map(({ id: restId, label }) => ({ restId, label })),
    }));

  it('hold their whole default team, which is not fetched again', async () => {
    const { data, calls } = await world.execute(
      inOrganization('samlProviders { nodes { defaultTeam { id title memberCount organization { restId } } } }'),
    );
    expect(data.organization.samlProviders.nodes).toEqual(
      all.map(({ defaultTeam: team }) => ({
        defaultTeam: team
          ? {
              id: globalIdOf('Team', path.organizationId, team.id),
              title: team.title,
              memberCount: team.members,
              organization: { restId: path.organizationId },
            }
          : null,
      })),
    );
    expect(operationsOf(calls)).toEqual(['samlProviders.list']);
  });

  it('are for admins alone: everything else of the organization stands', async () => {
    const { data, errors } = await world.execute(inOrganization('title samlProviders { totalCount }'), {
      token: sandboxTokens.editor,
    });
    expect(data.organization).toEqual({ title: 'Halcyon Freight Systems', samlProviders: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['organization', 'samlProviders'],
      extensions: { code: 'FORBIDDEN', rest: { operation: 'samlProviders.list', status: 403 } },
    });
  });
});

describe('a SAML provider', () => {
  it.each(['plain REST id', 'global id'])('is found by its %s', async (which) => {
    const id = which === 'global id' ? idOf(samlProviderId) : samlProviderId;
    const record = await rest.call(samlProviders.get, { path: { ...path, samlProviderId } });
    const { data, calls, errors } = await world.execute(inOrganization(`samlProvider(id: "${id}") ${selection}`));
    expect(errors).toBeUndefined();
    expect(present(data.organization.samlProvider)).toEqual(expected(record));
    expect(operationsOf(calls)).toEqual(['samlProviders.get']);
  });

  it('is a node', async () => {
    const id = idOf(samlProviderId);
    const node = await expectNode(world, { type: 'SamlProvider', id, selection, endpoint: samlProviders.get });
    expect(present(node)).toEqual(expected(all[0] as SamlProvider));
  });

  it('is null with one NOT_FOUND error at its own path where there is none', () =>
    expectOneError(world, inOrganization('title samlProvider(id: "nothing") { label }'), {
      at: ['organization', 'samlProvider'],
      code: 'NOT_FOUND',
    }));

  it("refuses another type's id, and that of another organization's provider, without a call", async () => {
    const cases = [
      [globalIdOf('Team', path.organizationId, 'team'), /Expected an? SamlProvider id, got an? Team id/],
      [globalIdOf('SamlProvider', 'elsewhere', samlProviderId), /belongs to another organization/],
    ] as const;
    for (const [id, message] of cases) {
      const calls = await expectOneError(world, inOrganization(`samlProvider(id: "${id}") { label }`), {
        at: ['organization', 'samlProvider'],
        code: 'BAD_USER_INPUT',
        message,
      });
      expect(calls).not.toContain('samlProviders.get');
    }
  });
});

describe('where members sign in', () => {
  const document = (rows = everyField('SsoLoginInfo')) => inOrganization(`ssoLoginInfos ${rows}`);

  it('is what REST gives, for every member of the organization', async () => {
    const { items } = await rest.call(samlProviders.loginInfos, { path });
    expect(items.map(({ label }) => label)).toEqual(['Halcyon Workforce', 'Contractors']);
    for (const token of [sandboxTokens.admin, sandboxTokens.reader]) {
      const { data, calls, errors } = await world.execute(document(), { token });
      expect(errors).toBeUndefined();
      expect(data.organization.ssoLoginInfos).toEqual(
        items.map(({ id: restId, ...same }) => ({ restId, ...renamed(same) })),
      );
      expect(operationsOf(calls)).toEqual(['samlProviders.loginInfos']);
    }
  });

  it('is nothing that people outside may know', () =>
    expectOneError(world, document(), {
      at: ['organization'],
      code: 'NOT_FOUND',
      options: { token: sandboxTokens.outsider },
    }));
});
