import { slugOf } from '../plain-text.ts';
import type { OrganizationRow } from '../rows.ts';
import type { CompanySeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import { specification } from './specification.ts';
import { sandboxInviteLinks } from './tokens.ts';

export function seedOrganization(seed: Seed, { organization }: CompanySeed, id: string): OrganizationRow {
  return seed.store.organizations.insert({ id, createdAt: seed.ago(700), ...organization });
}

/** Creates an organization's link invites, and defers its SAML providers, API specifications and translation settings. */
export function deferSettings(seed: Seed, company: CompanySeed, organization: OrganizationRow): void {
  const { store } = seed;
  store.samlProviders.deferBy('organization', organization.id, () => {
    for (const [i, label] of company.samlProviders.entries()) {
      addSamlProvider(seed.scope(`saml ${i}`), company, organization, { label, isNew: i % 8 === 7 });
    }
  });
  store.openapiSpecs.deferBy('organization', organization.id, () => {
    for (const [i, slug] of company.specs.entries()) {
      const versions = i === 0 ? (company.specVersions ?? 2) : 2 + (i % 4);
      addSpec(seed.scope(`spec ${i}`), company, organization, { slug: seed.slugged(slug), versions, index: i });
    }
  });
  store.translations.deferBy('organization', organization.id, () => {
    for (const [i, translation] of company.translations.entries()) {
      addTranslation(seed.scope(`translation ${i}`), organization, translation);
    }
  });
  for (const role of ['read', 'comment'] as const) {
    const own = seed.scope(`invite ${role}`);
    const isFirst = seed.copy === 0 && store.linkInvites.size < 2;
    const id = isFirst ? sandboxInviteLinks[role] : own.newId();
    store.linkInvites.insert({ id, organization: organization.id, role, createdAt: own.ago(22) });
  }
}

function addTranslation(
  seed: Seed,
  organization: OrganizationRow,
  { title, languages }: CompanySeed['translations'][number],
): void {
  seed.store.translations.insert({
    id: seed.newId(),
    organization: organization.id,
    title: seed.titled(title),
    languages,
    createdAt: seed.ago(86),
    updatedAt: seed.ago(10),
  });
}

/** A new provider has no addresses and no defaults yet. */
function addSamlProvider(
  seed: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  { label, isNew }: { label: string; isNew: boolean },
): void {
  const { store } = seed;
  const host = `${slugOf(label)}.idp.${company.domain}`;
  const team = store.teams.by('organization', organization.id)[0];
  const settings = {
    ssoURL: `https://${host}/saml2/sso`,
    entityID: `https://${host}/saml2/metadata`,
    certificate: `-----BEGIN CERTIFICATE-----\n${Buffer.from(`certificate of ${host}`).toString('base64')}\n-----END CERTIFICATE-----`,
    ...(team ? { defaultTeam: team.id } : {}),
    defaultRole: 'read' as const,
  };
  store.samlProviders.insert({
    id: seed.newId(),
    organization: organization.id,
    label: seed.titled(label),
    ...(isNew ? {} : settings),
    createdAt: seed.ago(140),
    status: isNew ? 'pending' : 'active',
  });
}

/**
 * The lists of versions of the first copy are as many times as long as the scale; specifications of other copies have one
 * version. Some specifications failed last, or are not yet processed.
 */
function addSpec(
  seed: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  { slug, versions, index }: { slug: string; versions: number; index: number },
): void {
  const { store } = seed;
  const sourceURL = `https://api.${company.domain}/${slug}/openapi.json`;
  const state = index % 9 === 8 ? 'failed' : index % 13 === 12 ? 'pending' : 'complete';
  const age = 160;
  const spec = store.openapiSpecs.insert({
    id: seed.newId(),
    organization: organization.id,
    slug,
    createdAt: seed.ago(age),
    updatedAt: seed.ago(7),
    ...(index % 13 === 11 ? {} : { sourceURL }),
    processingState: state,
    ...(state === 'pending' ? {} : { lastProcessedAt: seed.ago(6) }),
    ...(state === 'failed' ? { lastProcessErrorCode: 'FETCH_TIMEOUT' } : {}),
  });
  const published = state === 'pending' ? 0 : versions;
  const total = seed.copy === 0 ? published * seed.scale : Math.min(published, 1);
  for (let version = 1; version <= total; version++) {
    store.openapiSpecVersions.insert({
      id: seed.newId(),
      spec: spec.id,
      createdAt: seed.ago(age - 1 - Math.floor(((age - 10) * version) / total)),
      get filesystem() {
        return { 'openapi.json': specification(slug, company, version) };
      },
    });
  }
}
