import type { OrganizationRow, SiteRow } from '../rows.ts';
import { slugOf } from '../search.ts';
import type { CompanySeed, SectionSeed, SiteSeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import type { SeededSpace } from './spaces.ts';

/** Creates an organization's sites with their groups, sections, site spaces and share links. */
export function seedSites(
  seed: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  spaces: readonly SeededSpace[],
): void {
  const spaceIds = new Map(spaces.map(({ from, row }) => [from.title, row.id]));
  for (const from of company.sites) {
    const site = addSite(seed, organization, from);
    const groups = addGroups(seed, site, from.sections ?? []);
    for (const [order, section] of (from.sections ?? []).entries()) {
      addSection(seed, { site, groups, spaceIds, section, order });
    }
    for (const [order, title] of (from.spaces ?? []).entries()) addSiteSpace(seed, { site, spaceIds, title, order });
    for (const { name, key, active } of from.shareLinks ?? []) {
      const { store } = seed;
      store.shareLinks.insert({
        id: store.newId(),
        site: site.id,
        name,
        key: seed.slugged(key),
        active,
        createdAt: seed.ago(60),
      });
    }
  }
  const [first] = seed.store.sites.by('organization', organization.id);
  if (first) seed.store.organizations.update(organization, { defaultContent: { type: 'site', site: first.id } });
}

function addSite(seed: Seed, organization: OrganizationRow, from: SiteSeed): SiteRow {
  const { store } = seed;
  const host =
    from.hostname === undefined
      ? {}
      : { hostname: seed.copy === 0 ? from.hostname : `v${seed.copy + 1}.${from.hostname}` };
  return store.sites.insert({
    id: store.newId(),
    organization: organization.id,
    type: 'basic',
    title: seed.titled(from.title),
    icon: {
      icon: {
        light: 'https://files.inkwell.example/icons/book-light.svg',
        dark: 'https://files.inkwell.example/icons/book-dark.svg',
      },
    },
    ...host,
    ...(from.basename ? { basename: seed.slugged(from.basename) } : {}),
    ...(from.proxy ? { proxy: seed.slugged(from.proxy) } : {}),
    visibility: from.visibility,
    published: from.published,
    createdAt: seed.ago(250),
    adaptiveContent: from.adaptive ?? false,
    agentsContext: from.visibility === 'public' ? 'included' : 'excluded',
    ...(organization.plan.startsWith('free') ? { ads: { status: 'pending', submittable: true } } : {}),
    features: [
      { id: 'sites-adaptive-content', plan: 'basic', frozen: !from.adaptive, customizations: ['header-logo'] },
    ],
    ...(from.adaptive ? { adaptiveSchema: { jsonSchema: visitorSchema(seed), updatedAt: seed.ago(45) } } : {}),
  });
}

/** A site has each group once, at the position of the first section that names it. */
function addGroups({ store }: Seed, site: SiteRow, sections: readonly SectionSeed[]): Map<string, string> {
  const titles = [...new Set(sections.flatMap(({ group }) => group ?? []))];
  return new Map(
    titles.map((title, order) => {
      const { id } = store.sectionGroups.insert({ id: store.newId(), site: site.id, title, icon: 'folder', order });
      return [title, id];
    }),
  );
}

interface SectionPlacement {
  site: SiteRow;
  groups: Map<string, string>;
  spaceIds: Map<string, string>;
  section: SectionSeed;
  order: number;
}

function addSection(seed: Seed, { site, groups, spaceIds, section, order }: SectionPlacement): void {
  const { store } = seed;
  const group = section.group === undefined ? undefined : groups.get(section.group);
  const { id } = store.sections.insert({
    id: store.newId(),
    site: site.id,
    title: section.title,
    ...(section.description ? { description: section.description } : {}),
    path: slugOf(section.title),
    ...(section.condition ? { condition: section.condition } : {}),
    icon: section.icon,
    ...(group === undefined ? {} : { group }),
    default: order === 0,
    order,
  });
  for (const [at, title] of section.spaces.entries()) {
    addSiteSpace(seed, { site, section: id, spaceIds, title, order: at });
  }
}

interface SiteSpacePlacement {
  site: SiteRow;
  section?: string;
  spaceIds: Map<string, string>;
  title: string;
  order: number;
}

function addSiteSpace({ store, titled }: Seed, { site, section, spaceIds, title, order }: SiteSpacePlacement): void {
  const space = spaceIds.get(title);
  if (space === undefined) throw new Error(`The site "${site.title}" has an unknown space: ${title}`);
  store.siteSpaces.insert({
    id: store.newId(),
    site: site.id,
    ...(section === undefined ? {} : { section }),
    space,
    path: slugOf(title),
    title: titled(title),
    default: order === 0,
    order,
  });
}

function visitorSchema({ slugged }: Seed): Record<string, unknown> {
  const claim = (description: string) => ({ type: 'boolean', description });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `https://docs.halcyonfreight.example/${slugged('visitor')}.json`,
    type: 'object',
    additionalProperties: false,
    properties: {
      isCustomer: claim('The visitor has signed in with a customer account.'),
      isBetaTester: claim('The visitor takes part in the beta programme.'),
      unsigned: {
        type: 'object',
        description: 'Unsigned claims of the site visitor.',
        additionalProperties: false,
        properties: { isPartner: claim('The visitor came from the partner portal.') },
      },
    },
  };
}
