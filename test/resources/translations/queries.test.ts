import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { type TranslationConfiguration, translations } from '../../../src/resources/translations/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectNode, expectOneError } from '../../support/resources/reads.ts';
import { renamed } from '../../support/resources/renames.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let path: { organizationId: string };
let all: TranslationConfiguration[];
let translationSettingsId: string;

const selection = everyField('TranslationConfiguration');

beforeAll(async () => {
  world = await startWorld({ scale: 2 });
  rest = restCalls(world.sandboxUrl);
  const [organization] = await rest.items(organizations.list);
  path = { organizationId: organization?.id ?? '' };
  all = await rest.items(translations.list, { path });
  translationSettingsId = all[1]?.id ?? '';
});

afterAll(() => world.close());

const idOf = (settings: string) => globalIdOf('TranslationConfiguration', path.organizationId, settings);
const inOrganization = (field: string) => `{ organization(id: "${path.organizationId}") { ${field} } }`;

function expected({ object: _, id, ...same }: TranslationConfiguration) {
  return present({ ...renamed(same), id: idOf(id), restId: id, organization: { restId: path.organizationId } });
}

describe("an organization's translation settings", () => {
  it('have every field of the REST records, from one call', async () => {
    const { data, calls, errors } = await world.execute(
      inOrganization(`translationConfigurations { nodes ${selection} }`),
    );
    expect(errors).toBeUndefined();
    expect(data.organization.translationConfigurations.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['translations.list']);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => inOrganization(`translationConfigurations(${window}) ${inner}`),
      at: ['organization', 'translationConfigurations'],
      node: '{ restId languages }',
      endpoint: translations.list,
      nodes: all.map(({ id: restId, languages }) => ({ restId, languages })),
    }));

  it('say what the user may do with them', async () => {
    const { data } = await world.execute(
      inOrganization('translationConfigurations { nodes { permissions { canView canEdit } } }'),
      {
        token: sandboxTokens.reader,
      },
    );
    const flags = all.map(() => ({ permissions: { canView: true, canEdit: false } }));
    expect(data.organization.translationConfigurations.nodes).toEqual(flags);
  });

  it('are not for guests', () =>
    expectOneError(world, inOrganization('translationConfigurations { totalCount }'), {
      at: ['organization', 'translationConfigurations'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    }));

  it('are read by one list where several are asked for', async () => {
    const ids = [all[1], all[0], all[2]].map((one) => idOf(one?.id ?? ''));
    const { data, calls } = await world.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on TranslationConfiguration { title } } }',
      { variables: { ids } },
    );
    expect(data.nodes).toEqual([{ title: all[1]?.title }, { title: all[0]?.title }, { title: all[2]?.title }]);
    expect(operationsOf(calls)).toEqual(['translations.list']);
  });
});

describe('a set of translation settings', () => {
  it.each(['plain REST id', 'global id'])('is found by its %s', async (which) => {
    const id = which === 'global id' ? idOf(translationSettingsId) : translationSettingsId;
    const record = await rest.call(translations.get, { path: { ...path, translationSettingsId } });
    const { data, calls, errors } = await world.execute(
      inOrganization(`translationConfiguration(id: "${id}") ${selection}`),
    );
    expect(errors).toBeUndefined();
    expect(present(data.organization.translationConfiguration)).toEqual(expected(record));
    expect(operationsOf(calls)).toEqual(['translations.get']);
  });

  it('is a node', async () => {
    const id = idOf(translationSettingsId);
    const node = await expectNode(world, {
      type: 'TranslationConfiguration',
      id,
      selection,
      endpoint: translations.get,
    });
    expect(present(node)).toEqual(expected(all[1] as TranslationConfiguration));
  });

  it('is null with one NOT_FOUND error at its own path where there is none', () =>
    expectOneError(world, inOrganization('title translationConfiguration(id: "nothing") { title }'), {
      at: ['organization', 'translationConfiguration'],
      code: 'NOT_FOUND',
    }));

  it("refuses another type's id, and that of another organization's settings, without a call", async () => {
    const cases = [
      [globalIdOf('Site', path.organizationId, 'site'), /Expected an? TranslationConfiguration id, got an? Site id/],
      [globalIdOf('TranslationConfiguration', 'elsewhere', translationSettingsId), /belongs to another organization/],
    ] as const;
    for (const [id, message] of cases) {
      const calls = await expectOneError(world, inOrganization(`translationConfiguration(id: "${id}") { title }`), {
        at: ['organization', 'translationConfiguration'],
        code: 'BAD_USER_INPUT',
        message,
      });
      expect(calls).not.toContain('translations.get');
    }
  });
});
