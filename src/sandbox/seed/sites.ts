import { slugOf } from '../plain-text.ts';
import type { OrganizationRow, SiteRow } from '../rows.ts';
import type { CompanySeed, SectionSeed, SiteSeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import type { SeededSpace } from './spaces.ts';

/** A site to fill, and the spaces of the copy by their titles. */
interface SitePlan {
  site: SiteRow;
  spaceIds: Map<string, string>;
  /** Whether the copy extends a site of the first copy, whose defaults stay. */
  isExtension: boolean;
}

/**
 * Creates an organization's sites with their groups, sections, site spaces and share links. The other copies add the same to
 * the sites of the first copy; their own sites have at most two sections and no share links.
 */
export function seedSites(
  seed: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  spaces: readonly SeededSpace[],
): void {
  const spaceIds = new Map(spaces.map(({ from, row }) => [from.title, row.id]));
  const { store } = seed;
  const existing = seed.copy === 0 ? [] : store.sites.by('organization', organization.id);
  company.sites.forEach((from, i) => {
    const own = seed.scope(from.title);
    const site = addSite(own, organization, from);
    const first = existing[i];
    fillSite(own, first ? thin(from) : from, { site, spaceIds, isExtension: false });
    if (first) fillSite(own.scope('extension'), from, { site: first, spaceIds, isExtension: true });
  });
  const [first] = store.sites.by('organization', organization.id);
  if (first) store.organizations.update(organization, { defaultContent: { type: 'site', site: first.id } });
}

const thin = ({ sections = [], shareLinks: _, ...from }: SiteSeed): SiteSeed => ({
  ...from,
  sections: sections.slice(0, 2),
});

function fillSite(seed: Seed, from: SiteSeed, plan: SitePlan): void {
  const { store } = seed;
  const { site } = plan;
  const groups = addGroups(seed.scope('groups'), plan, from.sections ?? []);
  for (const [order, section] of (from.sections ?? []).entries()) {
    addSection(seed.scope(`section ${order}`), plan, { groups, section, order });
  }
  for (const [order, title] of (from.spaces ?? []).entries()) addSiteSpace(seed, plan, { title, order });
  for (const [i, { name, key, active }] of (from.shareLinks ?? []).entries()) {
    const own = seed.scope(`link ${i}`);
    store.shareLinks.insert({
      id: own.newId(),
      site: site.id,
      ...(name === undefined ? {} : { name }),
      key: seed.slugged(key),
      active,
      createdAt: own.ago(45),
    });
  }
}

function addSite(seed: Seed, organization: OrganizationRow, from: SiteSeed): SiteRow {
  const { store } = seed;
  const { features = ['header-logo'] } = from;
  return store.sites.insert({
    id: seed.newId(),
    organization: organization.id,
    type: 'basic',
    title: seed.titled(from.title),
    ...(features.length > 0 ? { icon: siteIcon } : {}),
    ...addressOf(seed, from),
    ...(from.proxy ? { proxy: seed.slugged(from.proxy) } : {}),
    visibility: from.visibility,
    published: from.published,
    createdAt: seed.ago(180),
    adaptiveContent: from.adaptive ?? false,
    agentsContext: from.visibility === 'public' ? 'included' : 'excluded',
    ...(from.ads ? { ads: from.ads } : {}),
    features: featuresOf(from),
    ...(from.adaptive ? { adaptiveSchema: { jsonSchema: visitorSchema(seed), updatedAt: seed.ago(32) } } : {}),
  });
}

/** The host name and the base name of a site: each copy has an address of its own. */
function addressOf(seed: Seed, { hostname, basename }: SiteSeed): Pick<SiteRow, 'hostname' | 'basename'> {
  const version = `v${seed.copy + 1}`;
  const isCopy = seed.copy > 0;
  return {
    ...(hostname === undefined ? {} : { hostname: isCopy ? `${version}.${hostname}` : hostname }),
    ...(basename === undefined ? {} : { basename: seed.slugged(basename) }),
    ...(isCopy && hostname === undefined && basename === undefined ? { basename: version } : {}),
  };
}

const siteIcon = {
  icon: {
    light: 'https://files.inkwell.example/icons/book-light.svg',
    dark: 'https://files.inkwell.example/icons/book-dark.svg',
  },
};

function featuresOf({ features: customizations = ['header-logo'], adaptive }: SiteSeed): SiteRow['features'] {
  if (customizations.length === 0) return [];
  return [{ id: 'sites-adaptive-content', plan: 'basic', frozen: !adaptive, customizations: [...customizations] }];
}

/** A site has each group once, at the position of the first section that names it. */
function addGroups(seed: Seed, { site }: SitePlan, sections: readonly SectionSeed[]): Map<string, string> {
  const { store } = seed;
  const existing = store.sectionGroups.count('site', site.id);
  const titles = [...new Set(sections.flatMap(({ group }) => group ?? []))];
  return new Map(
    titles.map((title, i) => {
      const { id } = store.sectionGroups.insert({
        id: seed.newId(),
        site: site.id,
        title: seed.titled(title),
        ...(i % 3 === 2 ? {} : { icon: 'folder' }),
        order: existing + i,
      });
      return [title, id];
    }),
  );
}

interface SectionPlacement {
  groups: Map<string, string>;
  section: SectionSeed;
  order: number;
}

function addSection(seed: Seed, plan: SitePlan, { groups, section, order }: SectionPlacement): void {
  const { store } = seed;
  const { site, isExtension } = plan;
  const group = section.group === undefined ? undefined : groups.get(section.group);
  const { id } = store.sections.insert({
    id: seed.newId(),
    site: site.id,
    title: seed.titled(section.title),
    ...(section.description ? { description: section.description } : {}),
    path: isExtension ? seed.slugged(slugOf(section.title)) : slugOf(section.title),
    ...(section.condition ? { condition: section.condition } : {}),
    ...(section.icon ? { icon: section.icon } : {}),
    ...(group === undefined ? {} : { group }),
    default: order === 0 && !isExtension,
    order: store.sections.count('site', site.id),
  });
  for (const [at, title] of section.spaces.entries()) addSiteSpace(seed, plan, { section: id, title, order: at });
}

interface SiteSpacePlacement {
  section?: string;
  title: string;
  order: number;
}

function addSiteSpace(seed: Seed, plan: SitePlan, { section, title, order }: SiteSpacePlacement): void {
  const { store } = seed;
  const { site, spaceIds, isExtension } = plan;
  const space = spaceIds.get(title);
  if (space === undefined) throw new Error(`The site "${site.title}" has an unknown space: ${title}`);
  const isAdded = isExtension && section === undefined;
  store.siteSpaces.insert({
    id: seed.scope(`site space ${order}`).newId(),
    site: site.id,
    ...(section === undefined ? {} : { section }),
    space,
    path: isAdded ? seed.slugged(slugOf(title)) : slugOf(title),
    default: order === 0 && !isAdded,
    ...(order % 3 === 2 ? { condition: 'visitor.claims.isBetaTester == true' } : {}),
    order: isAdded ? store.siteSpaces.count('site', site.id) : order,
  });
}

function visitorSchema(seed: Seed): Record<string, unknown> {
  const claim = (description: string) => ({ type: 'boolean', description });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `https://docs.halcyonfreight.example/${seed.slugged('visitor')}.json`,
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
