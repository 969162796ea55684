import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxInviteLinks, sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { userIdOf } from '../support/sandbox/sandbox-users.ts';
import { processed, specification, specificationUrl } from '../support/sandbox/sources.ts';

const { organizations, members, teams, samlProviders, openapiSpecs, translations, sites } = contract;
const { admin, editor, reader, guest, outsider } = sandboxTokens;

let api: SandboxCalls;
/** The first organization: all users except the outsider are members. */
let organizationId: string;
/** User ids by role. */
let users: Record<'admin' | 'editor' | 'reader' | 'guest', string>;

beforeAll(async () => {
  api = await startSandboxCalls({ processingMs: 0 });
  organizationId = (await api.items(organizations.list, {}, editor))[0]?.id ?? '';
  users = {
    admin: await userIdOf(api, organizationId, admin),
    editor: await userIdOf(api, organizationId, editor),
    reader: await userIdOf(api, organizationId, reader),
    guest: await userIdOf(api, organizationId, guest),
  };
});
afterAll(() => api.sandbox.close());

const inOrganization = () => ({ path: { organizationId } });
const member = (userId: string) => ({ path: { organizationId, userId } });

describe('organizations', () => {
  it('are updated by an admin, and keep omitted fields', async () => {
    const before = await api.call(organizations.get, inOrganization());
    const body = {
      title: 'Halcyon Freight Systems',
      hostname: 'halcyon-docs',
      sso: !before.sso,
      emailDomains: ['a.example'],
    };
    const changed = await api.call(organizations.update, { ...inOrganization(), body });
    expect(changed).toEqual({ ...before, ...body, urls: changed.urls });
    expect(await api.call(organizations.get, inOrganization())).toEqual(changed);
    const found = await api.call(organizations.listByEmailDomain, { path: { emailDomain: 'A.Example' } });
    expect(found.organizations.map(({ id }) => id)).toEqual([organizationId]);
    const hidden = await api.call(organizations.listByEmailDomain, { path: { emailDomain: 'a.example' } }, outsider);
    expect(hidden.organizations).toEqual([]);
  });

  it('remove the logo, default content and default role by null', async () => {
    const site = (await api.items(sites.list, inOrganization()))[0]?.id;
    const set = {
      logo: 'https://cdn.example/logo.svg',
      defaultContent: { type: 'site', site },
      defaultRole: 'comment' as const,
    };
    const with_ = await api.call(organizations.update, { ...inOrganization(), body: set });
    expect(with_).toMatchObject({
      urls: { logo: set.logo },
      defaultContent: set.defaultContent,
      defaultRole: 'comment',
    });
    const unset = { logo: null, defaultContent: null, defaultRole: null };
    const without = await api.call(organizations.update, { ...inOrganization(), body: unset });
    expect(without.urls).not.toHaveProperty('logo');
    expect(without).not.toHaveProperty('defaultContent');
    expect(without.defaultRole).toBeNull();
  });

  it('reject default content that is not one of their sites', async () => {
    const body = { defaultContent: { type: 'site', site: 'elsewhere' } };
    expect(await api.failure(organizations.update, { ...inOrganization(), body })).toMatchObject({
      status: 400,
      message: expect.stringContaining('defaultContent.site'),
    });
  });

  it('reject fields of default content that the contract does not show', async () => {
    const [site] = await api.items(contract.sites.list, inOrganization());
    const body = { defaultContent: { type: 'site', site: site?.id, extra: {} } };
    expect(await api.failure(organizations.update, { ...inOrganization(), body })).toMatchObject({
      status: 400,
      message: expect.stringContaining('defaultContent.extra'),
    });
    expect((await api.call(organizations.get, inOrganization())).defaultContent ?? {}).not.toHaveProperty('extra');
  });

  it('are updated by admins only, and hidden from outsiders', async () => {
    const input = { ...inOrganization(), body: { ai: true } };
    expect(await api.failure(organizations.update, input, editor)).toMatchObject({ status: 403 });
    expect(await api.failure(organizations.update, input, outsider)).toMatchObject({ status: 404 });
    expect((await api.call(organizations.get, inOrganization(), editor)).permissions?.admin).toBe(false);
  });

  it('reject a title that is too short or too long', async () => {
    for (const title of ['a', 'a'.repeat(256)]) {
      const refusal = await api.failure(organizations.update, { ...inOrganization(), body: { title } });
      expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('title') });
    }
    const title = 'a'.repeat(255);
    expect((await api.call(organizations.update, { ...inOrganization(), body: { title } })).title).toBe(title);
  });

  it('delete a link invite once', async () => {
    // No operation lists link invites; the seed is deterministic, so another store has the same.
    const input = { path: { organizationId, inviteId: sandboxInviteLinks.read } };
    expect(await api.failure(organizations.deleteLinkInvite, input, editor)).toMatchObject({ status: 403 });
    await api.call(organizations.deleteLinkInvite, input);
    expect(await api.failure(organizations.deleteLinkInvite, input)).toMatchObject({ status: 404 });
  });

  it('search the spaces that the caller can see', async () => {
    const search = { ...inOrganization(), query: { query: 'webhook' } };
    const found = await api.items(organizations.search, search);
    expect(found.length).toBeGreaterThan(0);
    for (const page of found.flatMap(({ pages = [] }) => pages)) {
      expect(JSON.stringify(page).toLowerCase()).toContain('webhook');
    }
    const opened = await api.items(members.spaces, member(users.guest));
    const forGuest = await api.items(organizations.search, search, guest);
    const open = new Set(opened.map(({ space }) => space?.id));
    expect(forGuest.filter(({ id }) => !open.has(id))).toEqual([]);
    expect(forGuest.length).toBeLessThan(found.length);
  });
});

describe('SAML providers', () => {
  const provider = (samlProviderId: string) => ({ path: { organizationId, samlProviderId } });

  it('are created, updated and deleted, with their login infos', async () => {
    const [team] = await api.items(teams.list, inOrganization());
    const body = { label: 'Okta', ssoURL: 'https://idp.example/sso', defaultTeam: team?.id, defaultRole: null };
    const created = await api.call(samlProviders.create, { ...inOrganization(), body });
    expect(created).toMatchObject({ label: 'Okta', ssoURL: body.ssoURL, defaultTeam: team, defaultRole: null });
    expect(created).not.toHaveProperty('certificate');
    const loginInfo = { id: created.id, label: 'Okta', startURL: created.service?.startURL };
    expect((await api.call(samlProviders.loginInfos, inOrganization(), reader)).items).toContainEqual(loginInfo);
    const change = { label: 'Okta Workforce', entityID: 'urn:okta' };
    const changed = await api.call(samlProviders.update, { ...provider(created.id), body: change });
    expect(changed).toEqual({ ...created, ...change });
    expect(await api.call(samlProviders.get, provider(created.id))).toEqual(changed);
    await api.call(samlProviders.delete, provider(created.id));
    expect(await api.failure(samlProviders.get, provider(created.id))).toMatchObject({ status: 404 });
    const { items } = await api.call(samlProviders.loginInfos, inOrganization());
    expect(items.map(({ id }) => id)).not.toContain(created.id);
  });

  it('without an identity provider URL have no login info', async () => {
    const { id } = await api.call(samlProviders.create, { ...inOrganization(), body: { label: 'Draft' } });
    const { items } = await api.call(samlProviders.loginInfos, inOrganization());
    expect(items.map((info) => info.id)).not.toContain(id);
  });

  it('reject an unknown team, a long label, and callers who are not admins', async () => {
    const withTeam = { ...inOrganization(), body: { label: 'Okta', defaultTeam: 'nowhere' } };
    expect(await api.failure(samlProviders.create, withTeam)).toMatchObject({ status: 400 });
    const long = { ...inOrganization(), body: { label: 'x'.repeat(31) } };
    expect(await api.failure(samlProviders.create, long)).toMatchObject({ status: 400 });
    expect(await api.failure(samlProviders.list, inOrganization(), editor)).toMatchObject({ status: 403 });
  });
});

describe('API specifications', () => {
  const spec = (specSlug: string) => ({ path: { organizationId, specSlug } });
  const source = { url: specificationUrl('Pets') };

  it('are created once; each put adds a version, which is the latest', async () => {
    const body = { slug: 'payments-api', source };
    const created = await api.call(openapiSpecs.create, { ...inOrganization(), body });
    expect(created).toMatchObject({ slug: 'payments-api', sourceURL: source.url, processingState: 'pending' });
    expect(created).not.toHaveProperty('lastVersion');
    expect(await api.failure(openapiSpecs.create, { ...inOrganization(), body })).toMatchObject({ status: 409 });
    const { lastVersion: firstVersion = '' } = await processed(api, organizationId, 'payments-api');
    const url = specificationUrl('Pets and owners');
    const put = await api.call(openapiSpecs.put, { ...spec('payments-api'), body: { source: { url } } });
    expect(put).toMatchObject({ id: created.id, sourceURL: url, createdAt: created.createdAt });
    const { lastVersion } = await processed(api, organizationId, 'payments-api');
    const versions = await api.items(openapiSpecs.versions, spec('payments-api'));
    expect(versions.map(({ id }) => id)).toEqual([lastVersion, firstVersion]);
    expect(await api.call(openapiSpecs.latestVersion, spec('payments-api'))).toEqual(versions[0]);
    const content = await api.call(openapiSpecs.latestVersionContent, spec('payments-api'));
    expect(content).toEqual({
      url: versions[0]?.url,
      filesystem: { 'openapi.json': specification('Pets and owners') },
    });
    const first = { path: { organizationId, specSlug: 'payments-api', versionId: firstVersion } };
    expect(await api.call(openapiSpecs.version, first)).toEqual(versions[1]);
    expect(await api.call(openapiSpecs.versionContent, first)).toMatchObject({
      filesystem: { 'openapi.json': specification('Pets') },
    });
  });

  it('are also created by a put, and deleted with their versions', async () => {
    await api.call(openapiSpecs.put, { ...spec('labels-api'), body: { source } });
    const { lastVersion = '' } = await processed(api, organizationId, 'labels-api');
    await api.call(openapiSpecs.delete, spec('labels-api'));
    expect(await api.failure(openapiSpecs.get, spec('labels-api'))).toMatchObject({ status: 404 });
    await api.call(openapiSpecs.put, { ...spec('labels-api'), body: { source } });
    await processed(api, organizationId, 'labels-api');
    const old = { path: { organizationId, specSlug: 'labels-api', versionId: lastVersion } };
    expect(await api.failure(openapiSpecs.version, old)).toMatchObject({ status: 404 });
    expect(await api.items(openapiSpecs.versions, spec('labels-api'))).toHaveLength(1);
  });

  it('reject an invalid slug, two sources or none, and members without the permission', async () => {
    const failure = (slug: string, given: Record<string, unknown>) =>
      api.failure(openapiSpecs.put, { ...spec(slug), body: { source: given } });
    expect(await failure('Not A Slug', source)).toMatchObject({ status: 400 });
    const message = 'body field source: Exactly one of url and text is required.';
    for (const given of [{}, { text: 7 }, { ...source, text: 'openapi: 3.1.0' }]) {
      expect(await failure('no-source', given)).toMatchObject({ status: 400, message });
    }
    expect(await failure('no-source', { text: 'a'.repeat(512 * 1024 + 1) })).toMatchObject({ status: 400 });
    expect(await api.failure(openapiSpecs.get, spec('no-source'))).toMatchObject({ status: 404 });
    const byEditor = { ...spec('dispatch-api'), body: { source } };
    expect(await api.failure(openapiSpecs.put, byEditor, editor)).toMatchObject({ status: 403 });
    expect((await api.call(openapiSpecs.get, spec('dispatch-api'), editor)).permissions).toEqual({
      view: true,
      edit: false,
    });
  });
});

describe('translation settings', () => {
  const settings = (translationSettingsId: string) => ({ path: { organizationId, translationSettingsId } });

  it('are created, renamed and deleted', async () => {
    const created = await api.call(translations.create, { ...inOrganization(), body: { title: 'Help centre' } });
    expect(created).toMatchObject({ title: 'Help centre', languages: [], permissions: { view: true, edit: true } });
    api.sandbox.clock.advance(1000);
    const renamed = await api.call(translations.update, { ...settings(created.id), body: { title: 'Hilfe' } });
    expect(renamed).toEqual({ ...created, title: 'Hilfe', updatedAt: renamed.updatedAt });
    expect(Date.parse(renamed.updatedAt ?? '')).toBeGreaterThan(Date.parse(created.updatedAt ?? ''));
    expect(await api.items(translations.list, inOrganization())).toContainEqual(renamed);
    await api.call(translations.delete, settings(created.id));
    expect(await api.failure(translations.get, settings(created.id))).toMatchObject({ status: 404 });
  });

  it('are written only by members who may create content', async () => {
    const input = { ...inOrganization(), body: { title: 'Mine' } };
    expect(await api.failure(translations.create, input, editor)).toMatchObject({ status: 403 });
    expect(await api.failure(translations.list, inOrganization(), guest)).toMatchObject({ status: 403 });
  });
});
