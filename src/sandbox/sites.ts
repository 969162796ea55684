import type { Contract } from '../resources/contract.ts';
import { adaptiveSchemaRecord, templateConditions, validateAdaptiveSchema } from './adaptive-schemas.ts';
import { badField, fieldConflict, fieldOneOf, notFound } from './errors.ts';
import { contains } from './filters.ts';
import type { Handlers, OperationRequest, Session } from './handlers.ts';
import { directOrigin } from './publishing.ts';
import type { SectionRow, SiteRow, SiteSpaceRow, SpaceRow } from './rows.ts';
import { requireSitePermission, sectionFromBody, siteFor, viewableSite } from './site-access.ts';
import { sectionRecord, siteRecord, siteSpaceRecord } from './site-records.ts';
import {
  addSiteSpace,
  defaultSection,
  makeDefault,
  publishableSpace,
  sectionsOf,
  sharedPath,
  siteSpacesAt,
} from './site-structure.ts';
import { createSpace } from './space-creation.ts';
import type { Store } from './store.ts';
import { changesIn } from './table.ts';

/** The site types that the sandbox supports; the contract's examples show the first. */
const siteTypes = ['basic', 'premium', 'ultimate'] as const;

/** Docs sites. Creating and updating them requires the organization role `create`, deleting them `admin`. */
export const sites: Handlers<Contract['sites']> = {
  list: ({ path, query, paginate, ...session }) => {
    const { store } = session;
    requireSitePermission(session, path.organizationId, 'view');
    const { space, title, published } = query;
    const includesSpace = (site: SiteRow) =>
      space === undefined || store.siteSpaces.by('space', space).some((siteSpace) => siteSpace.site === site.id);
    const rows = store.sites
      .by('organization', path.organizationId)
      .filter((site) => contains(site.title, title) && includesSpace(site))
      .filter((site) => published === undefined || site.published === published);
    return paginate(rows, (site) => siteRecord(store, site));
  },

  /** A new site is unpublished, and the contract has no operation to publish it. Any string for `spaces` creates a new space. */
  create: ({ path, body, ...session }) => {
    const { store } = session;
    const { organizationId } = path;
    requireSitePermission(session, organizationId, 'edit');
    const { type = 'basic', title = 'Untitled site', visibility = 'public', spaces: requested = [] } = body;
    const fields = { type: fieldOneOf('type', type, siteTypes), title, visibility };
    const spaces = spacesFor(session, organizationId, title, requested);
    const site = store.sites.insert({
      id: store.newId(),
      organization: organizationId,
      ...fields,
      published: false,
      createdAt: store.clock.iso(),
      adaptiveContent: false,
      agentsContext: 'included',
    });
    for (const space of spaces) addSiteSpace(store, site, space, undefined);
    return siteRecord(store, site);
  },

  get: ({ path, ...session }) => siteRecord(session.store, viewableSite(session, path)),

  /** Deletes its structure and share links, but not the spaces. */
  delete: ({ path, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'delete');
    for (const row of store.siteSpaces.by('site', site.id)) store.siteSpaces.remove(row);
    for (const row of store.sections.by('site', site.id)) store.sections.remove(row);
    for (const row of store.sectionGroups.by('site', site.id)) store.sectionGroups.remove(row);
    for (const row of store.shareLinks.by('site', site.id)) store.shareLinks.remove(row);
    const organization = store.organizations.get(site.organization);
    if (organization?.defaultContent?.site === site.id) {
      store.organizations.update(organization, { defaultContent: undefined });
    }
    store.sites.remove(site);
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const { defaultSiteSection, defaultSiteSpace, adaptiveContent, ...values } = body;
    requireFreeAddress(store, site, values);
    setDefaults(store, site, defaultSiteSection, defaultSiteSpace);
    store.sites.update(site, {
      ...changesIn(values),
      ...(adaptiveContent === undefined ? {} : { adaptiveContent: adaptiveContent.enabled }),
    });
    return siteRecord(store, site);
  },

  adaptiveSchema: ({ path, ...session }) => adaptiveSchemaRecord(siteFor(session, path, 'view')),

  setAdaptiveSchema: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    validateAdaptiveSchema(body.jsonSchema);
    const adaptiveSchema = { jsonSchema: body.jsonSchema, updatedAt: store.clock.iso() };
    return adaptiveSchemaRecord(store.sites.update(site, { adaptiveSchema }));
  },

  templateConditions: ({ path, ...session }) => ({
    items: templateConditions(siteFor(session, path, 'view').adaptiveSchema?.jsonSchema),
  }),

  published: ({ path, query, ...session }) => {
    const site = viewableSite(session, path, query.shareKey);
    if (!site.published) throw notFound('published site', site.id);
    return {
      object: 'published-content-site',
      site: siteRecord(session.store, site, query.shareKey),
      structure: publishedStructure(session, site, query.shareKey),
    };
  },
};

/** The sections of a site, or the site spaces of one without sections. */
function publishedStructure(session: Session, site: SiteRow, shareKey: string | undefined) {
  const { store } = session;
  const sections = sectionsOf(store, site.id).map((section) => sectionRecord(session, section, shareKey));
  if (sections.length > 0) return { type: 'sections', structure: sections };
  const siteSpaces = siteSpacesAt(store, site.id, undefined).map((row) => siteSpaceRecord(session, row, shareKey));
  return { type: 'siteSpaces', structure: siteSpaces };
}

type CreateBody = OperationRequest<Contract['sites']['create']>['body'];

function spacesFor(session: Session, organization: string, title: string, spaces: NonNullable<CreateBody['spaces']>) {
  if (typeof spaces === 'string') return [createSpace(session.store, organization, title)];
  const rows = spaces.map((id, i): SpaceRow => publishableSpace(session, organization, `spaces.${i}`, id));
  return [...new Set(rows)];
}

/** @throws 409 if another site has the new proxy, or the host and the new base name. */
function requireFreeAddress(
  store: Store,
  site: SiteRow,
  { basename, proxy }: { basename?: string | undefined; proxy?: string | null | undefined },
): void {
  const others = store.sites.all().filter((other) => other !== site);
  const address = directOrigin(store, { ...site, basename });
  if (
    basename !== undefined &&
    basename !== site.basename &&
    others.some((other) => directOrigin(store, other) === address)
  ) {
    throw fieldConflict('basename', `Another site on the same host has the base name "${basename}".`);
  }
  if (proxy != null && others.some((other) => other.proxy === proxy)) {
    throw fieldConflict('proxy', `Another site has the proxy "${proxy}".`);
  }
}

/** Validates both before changing either. The site space must be at the root level or in the default section. */
function setDefaults(store: Store, site: SiteRow, sectionId: string | undefined, siteSpaceId: string | undefined) {
  const section =
    sectionId === undefined
      ? defaultSection(store, site.id)
      : sectionFromBody(store, site, 'defaultSiteSection', sectionId);
  const siteSpace = siteSpaceId === undefined ? undefined : defaultCandidate(store, site, section, siteSpaceId);
  const shared = section?.default ? undefined : sharedPath(store, site.id, section);
  if (shared !== undefined) {
    throw fieldConflict(
      'defaultSiteSection',
      `With this default section, two parts of the site have the path "${shared}". Change one of them first.`,
    );
  }
  if (section !== undefined) makeDefault(store.sections.by('site', site.id), section);
  if (siteSpace !== undefined) makeDefault(siteSpacesAt(store, site.id, siteSpace.section), siteSpace);
}

function defaultCandidate(store: Store, site: SiteRow, section: SectionRow | undefined, id: string): SiteSpaceRow {
  const row = store.siteSpaces.get(id);
  if (row?.site === site.id && (row.section === undefined || row.section === section?.id)) return row;
  throw badField('defaultSiteSpace', `Neither the root level nor the default section has a site space "${id}".`);
}
