import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';

const { samlProviders, teams } = contract;
const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let organizationId: string;
/** Teams of the organization, and one of another. */
let team: string;
let otherTeam: string;
let foreignTeam: string;

beforeAll(async () => {
  world = await startMutationWorld();
  organizationId = globalIdOf('Organization', world.home);
  const teamsOf = async (path: { organizationId: string }) =>
    (await world.rest.items(teams.list, { path })).map(({ id }) => id);
  [team = '', otherTeam = ''] = await teamsOf({ organizationId: world.home });
  [foreignTeam = ''] = await teamsOf({ organizationId: world.abroad });
});
afterAll(() => world.close());

const provider = { field: 'samlProvider', type: 'SamlProvider' };
const create = (input: object) =>
  world.changed({
    endpoint: samlProviders.create,
    name: 'createSamlProvider',
    input: { organizationId, ...input },
    ...provider,
  });
const update = (input: { id: string; [name: string]: unknown }) =>
  world.changed({ endpoint: samlProviders.update, name: 'updateSamlProvider', input, ...provider });

const facts = () => ({
  label: 'L'.repeat(30),
  entityId: 'urn:idp:'.padEnd(1024, 'e'),
  certificate: 'C'.repeat(10_000),
  ssoUrl: 'https://idp.example/sso/'.padEnd(2048, 's'),
  defaultRole: 'REVIEW',
});
const tooLong = {
  label: 'L'.repeat(31),
  entityId: 'e'.repeat(1025),
  certificate: 'C'.repeat(10_001),
  ssoUrl: 'https://idp.example/'.padEnd(2049, 's'),
};

async function logins() {
  const query = `{ organization(id: "${world.home}") { ssoLoginInfos { restId label } samlProviders { nodes { id } } } }`;
  return (await world.execute(query)).data.organization;
}

describe('createSamlProvider', () => {
  it('sets up a provider that members can sign in with', async () => {
    const created = await create({ ...facts(), defaultTeamId: globalIdOf('Team', world.home, team) });
    expect(created).toMatchObject({ ...facts(), defaultTeam: { restId: team }, organization: { restId: world.home } });
    const { ssoLoginInfos, samlProviders: listed } = await logins();
    expect(ssoLoginInfos).toContainEqual({ restId: created.restId, label: facts().label });
    expect(listed.nodes).toContainEqual({ id: created.id });
  });

  it('takes a label alone, guests as its people, and a team by its plain REST id', async () => {
    const unset = { entityId: null, certificate: null, ssoUrl: null, defaultTeam: null };
    expect(await create({ label: 'L' })).toMatchObject({ label: 'L', ...unset });
    expect(await create({ label: 'Guests', defaultRole: null })).toMatchObject({ defaultRole: null });
    expect(await create({ label: 'By REST id', defaultTeamId: team })).toMatchObject({ defaultTeam: { restId: team } });
  });

  it('names all wrong fields, and sends nothing', async () => {
    const input = { organizationId, ...tooLong };
    const userErrors = await world.run.unsent('createSamlProvider', input);
    expect(Object.fromEntries(userErrors.map(({ field, code }) => [field?.join('.'), code]))).toEqual({
      label: 'TOO_LONG',
      entityId: 'TOO_LONG',
      certificate: 'TOO_LONG',
      ssoUrl: 'TOO_LONG',
    });
  });

  it('refuses a team of another organization, and is for admins', async () => {
    const input = { organizationId, label: 'Wrong team' };
    const foreign = { ...input, defaultTeamId: globalIdOf('Team', world.abroad, foreignTeam) };
    expect(await world.run.unsent('createSamlProvider', foreign)).toMatchObject(wrongId);
    expect(
      await world.run.refused(samlProviders.create, 'createSamlProvider', { ...input, defaultTeamId: foreignTeam }),
    ).toMatchObject({ ...invalid, field: ['defaultTeamId'], message: expect.stringContaining('team') });
    const before = await logins();
    expect(await world.run.failed('createSamlProvider', input, editor)).toMatchObject(forbidden(samlProviders.create));
    expect(await world.run.failed('createSamlProvider', input, outsider)).toMatchObject(missing(samlProviders.create));
    expect(await logins()).toEqual(before);
  });
});

describe('updateSamlProvider', () => {
  it('changes each field by itself, and keeps the others', async () => {
    let before = await create({ label: 'Before' });
    const { id } = before;
    for (const [name, value] of Object.entries(facts())) {
      const after = await update({ id, [name]: value });
      expect(after).toEqual({ ...before, [name]: value });
      before = after;
    }
    expect(await update({ id, defaultTeamId: otherTeam })).toEqual({ ...before, defaultTeam: { restId: otherTeam } });
    const defaultTeamId = globalIdOf('Team', world.home, team);
    expect(await update({ id, defaultTeamId })).toEqual({ ...before, defaultTeam: { restId: team } });
  });

  it('makes guests of its people by null, which nothing else takes', async () => {
    const { id } = await create(facts());
    expect(await update({ id, defaultRole: null })).toMatchObject({ ...facts(), defaultRole: null });
    const names = ['label', 'entityId', 'certificate', 'ssoUrl', 'defaultTeamId'];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const userErrors = await world.run.unsent('updateSamlProvider', { id, ...nulls });
    expect(userErrors.map(({ field, code }) => [field?.[0], code])).toEqual(names.map((name) => [name, 'NOT_ALLOWED']));
    expect(await world.read('SamlProvider', id, '{ label ssoUrl }')).toEqual({
      label: facts().label,
      ssoUrl: facts().ssoUrl,
    });
  });

  it('names all wrong fields, and is for admins', async () => {
    const { id } = await create({ label: 'Kept' });
    const userErrors = await world.run.unsent('updateSamlProvider', { id, ...tooLong, label: '', ssoUrl: 'nowhere' });
    expect(Object.fromEntries(userErrors.map(({ field, code }) => [field?.join('.'), code]))).toEqual({
      label: 'TOO_SHORT',
      entityId: 'TOO_LONG',
      certificate: 'TOO_LONG',
      ssoUrl: 'PATTERN',
    });
    expect(await world.run.failed('updateSamlProvider', { id, label: 'Mine' }, editor)).toMatchObject(
      forbidden(samlProviders.update),
    );
    const foreign = { id, defaultTeamId: globalIdOf('Team', world.abroad, foreignTeam) };
    expect(await world.run.unsent('updateSamlProvider', foreign)).toMatchObject(wrongId);
    expect(await world.read('SamlProvider', id, '{ label }')).toEqual({ label: 'Kept' });
  });
});

describe('deleteSamlProvider', () => {
  it('deletes a provider, with which nobody can sign in any more', async () => {
    const { id, restId } = await create(facts());
    expect(await world.run.failed('deleteSamlProvider', { id }, editor)).toMatchObject(forbidden(samlProviders.delete));
    await world.deleted(samlProviders.delete, 'deleteSamlProvider', id);
    const { ssoLoginInfos, samlProviders: listed } = await logins();
    expect(ssoLoginInfos).not.toContainEqual(expect.objectContaining({ restId }));
    expect(listed.nodes).not.toContainEqual({ id });
  });
});
