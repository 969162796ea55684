import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxInviteLinks, sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';

const { organizations, sites } = contract;
const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let id: string;
/** A site of the organization, and one of another. */
let siteId: string;
let foreignSiteId: string;

beforeAll(async () => {
  world = await startMutationWorld();
  id = globalIdOf('Organization', world.home);
  const siteOf = async (organizationId: string) =>
    (await world.rest.items(sites.list, { path: { organizationId } }))[1];
  siteId = (await siteOf(world.home))?.id ?? '';
  foreignSiteId = (await siteOf(world.abroad))?.id ?? '';
});
afterAll(() => world.close());

const type = 'Organization';

describe('updateOrganization', () => {
  const update = (input: object) =>
    world.changed({
      endpoint: organizations.update,
      name: 'updateOrganization',
      input: { id, ...input },
      field: 'organization',
      type,
    });

  it('changes all that is given', async () => {
    const facts = {
      title: 'Halcyon & Daughters',
      emailDomains: ['halcyon.example', 'daughters.example'],
      hostname: 'halcyon-and-daughters',
      defaultRole: 'COMMENT',
      isSsoEnforced: true,
      isAiEnabled: false,
      areInviteLinksEnabled: false,
    };
    const logo = 'https://files.example/logo.svg';
    expect(await update({ ...facts, logoUrl: logo })).toMatchObject({ id, ...facts, urls: { logo } });
  });

  it('keeps what is left out, and removes what can be removed by null', async () => {
    const before = await update({ logoUrl: 'https://files.example/other.svg', defaultRole: 'READ' });
    expect(await update({})).toEqual(before);
    const after = await update({ logoUrl: null, defaultRole: null });
    expect(after).toEqual({ ...before, defaultRole: null, urls: { ...before.urls, logo: null } });
    expect(await update({ isSsoEnforced: !before.isSsoEnforced })).toEqual({
      ...after,
      isSsoEnforced: !before.isSsoEnforced,
    });
  });

  it('sets what people see first, by global id or plain REST id, and removes it by null', async () => {
    const first = () => world.read(type, id, '{ defaultContent { type site { restId } } }');
    for (const site of [globalIdOf('Site', world.home, siteId), siteId]) {
      await update({ defaultContent: { siteId: site } });
      expect(await first()).toEqual({ defaultContent: { type: 'site', site: { restId: siteId } } });
      await update({ title: 'Something else' });
      expect(await first()).toMatchObject({ defaultContent: { type: 'site' } });
      await update({ defaultContent: null });
      expect(await first()).toEqual({ defaultContent: null });
    }
  });

  it('refuses a site of another organization: at once where its id tells, otherwise as the service does', async () => {
    const update = (site: string) => ({ id, defaultContent: { siteId: site } });
    const foreign = globalIdOf('Site', world.abroad, foreignSiteId);
    expect(await world.run.unsent('updateOrganization', update(foreign))).toMatchObject([
      { field: ['defaultContent', 'siteId'], message: expect.stringContaining('another organization') },
    ]);
    expect(await world.run.unsent('updateOrganization', update(id))).toMatchObject(wrongId);
    const refusal = await world.run.refused(organizations.update, 'updateOrganization', update(foreignSiteId));
    expect(refusal).toMatchObject({
      ...invalid,
      field: ['defaultContent', 'siteId'],
      message: 'It must be the id of a site of the organization.',
    });
  });

  it('names all wrong fields as the input does, and sends nothing', async () => {
    const wrong = { title: 'T', hostname: 'h'.repeat(33), logoUrl: 'no URL', isSsoEnforced: null, isAiEnabled: null };
    const before = await world.read(type, id);
    const userErrors = await world.run.unsent('updateOrganization', { id, ...wrong, areInviteLinksEnabled: null });
    expect(userErrors.map(({ field, code }) => [field?.join('.'), code])).toEqual([
      ['title', 'TOO_SHORT'],
      ['hostname', 'TOO_LONG'],
      ['logoUrl', 'PATTERN'],
      ['isSsoEnforced', 'NOT_ALLOWED'],
      ['isAiEnabled', 'NOT_ALLOWED'],
      ['areInviteLinksEnabled', 'NOT_ALLOWED'],
    ]);
    expect(await world.read(type, id)).toEqual(before);
  });

  it('takes the plain REST id, and shows what stands below the organization', async () => {
    const selection = 'organization { title sites { nodes { title } } }';
    const { payload, reads } = await world.run.done(
      organizations.update,
      'updateOrganization',
      { id: world.home, title: 'By REST id' },
      selection,
    );
    expect(payload.organization).toMatchObject({ title: 'By REST id' });
    expect(payload.organization.sites.nodes.length).toBeGreaterThan(0);
    expect(reads).toEqual(['sites.list']);
  });

  it('is for admins', async () => {
    const input = { id, title: 'Not mine' };
    expect(await world.run.failed('updateOrganization', input, editor)).toMatchObject(forbidden(organizations.update));
    expect(await world.run.failed('updateOrganization', input, outsider)).toMatchObject(missing(organizations.update));
    expect((await world.read(type, id, '{ title }')).title).not.toBe('Not mine');
  });
});

describe('deleteOrganizationLinkInvite', () => {
  const name = 'deleteOrganizationLinkInvite';
  const endpoint = organizations.deleteLinkInvite;
  const inviteId = sandboxInviteLinks.comment;

  it('is for admins', async () => {
    const input = { organizationId: id, inviteId };
    expect(await world.run.failed(name, input, editor)).toMatchObject(forbidden(endpoint));
  });

  it('deletes an invite, which is then not there any more', async () => {
    const input = { organizationId: id, inviteId };
    expect(await world.run.done(endpoint, name, input, 'deletedId')).toEqual({
      payload: { deletedId: inviteId },
      reads: [],
    });
    expect(await world.run.failed(name, input)).toMatchObject(missing(endpoint));
  });

  it.each(['', '..', '.', 'a\u0000b'])('sends nothing of a document in which an invite has the id %j', async (bad) => {
    const { data, errors, calls } = await world.execute(
      `mutation ($id: ID!, $bad: ID!) {
        updateOrganization(input: { id: $id, title: "Too early" }) { organization { title } }
        ${name}(input: { organizationId: $id, inviteId: $bad }) { deletedId userErrors { field code } }
      }`,
      { variables: { id, bad } },
    );
    const userErrors = [{ field: ['inviteId'], code: 'INVALID' }];
    expect(data).toEqual({ updateOrganization: null, [name]: { deletedId: null, userErrors } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_EXECUTED']);
    expect(operationsOf(calls)).toEqual([]);
  });
});
