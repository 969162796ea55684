import type { Contract } from '../resources/contract.ts';
import { adaptiveSchemaRecord, checkAdaptiveSchema, templateConditions } from './adaptive-schemas.ts';
import { badRequest, notFound, oneOf } from './errors.ts';
import { contains } from './filters.ts';
import type { Call, Handlers, Session } from './handlers.ts';
import type { SectionRow, SiteRow, SiteSpaceRow, SpaceRow } from './records.ts';
import { checkSiteRight, namedSection, siteFor, siteToView } from './site-access.ts';
import { sectionRecord, siteRecord } from './site-records.ts';
import { addSiteSpace, defaultSection, makeDefault, sectionsOf, siteSpacesAt, spaceToShow } from './site-structure.ts';
import { createSpace } from './space-creation.ts';
import type { Store } from './store.ts';

/** The types of sites that the sandbox knows; the contract shows the first. */
const siteTypes = ['basic', 'premium', 'ultimate'] as const;

/** Docs sites. Whoever may create content makes and changes them, admins delete them. */
export const sites: Handlers<Contract['sites']> = {
  list: ({ path, query, paginate, ...session }) => {
    const { store } = session;
    checkSiteRight(session, path.organizationId, 'view');
    const { space, title, published } = query;
    const shows = (site: SiteRow) =>
      space === undefined || store.siteSpaces.by('space', space).some((siteSpace) => siteSpace.site === site.id);
    const rows = store.sites
      .by('organization', path.organizationId)
      .filter((site) => contains(site.title, title) && shows(site))
      .filter((site) => published === undefined || site.published === published);
    return paginate(rows, (site) => siteRecord(store, site));
  },

  /** A new site is not published yet; the contract shows no way to publish it. Any string for `spaces` makes a new one. */
  create: ({ path, body, ...session }) => {
    const { store } = session;
    const { organizationId } = path;
    checkSiteRight(session, organizationId, 'edit');
    const { type = 'basic', title = 'Untitled site', visibility = 'public', spaces: named = [] } = body;
    const facts = { type: oneOf('body field type', type, siteTypes), title, visibility };
    const spaces = spacesFor(session, organizationId, title, named);
    const site = store.sites.insert({
      id: store.newId(),
      organization: organizationId,
      ...facts,
      published: false,
      createdAt: store.clock.iso(),
      adaptiveContent: false,
      agentsContext: 'included',
    });
    for (const space of spaces) addSiteSpace(store, site, space, undefined);
    return siteRecord(store, site);
  },

  get: ({ path, ...session }) => siteRecord(session.store, siteFor(session, path, 'view')),

  /** Its structure and share links go with it, the spaces stay. */
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
    const { defaultSiteSection, defaultSiteSpace, adaptiveContent, proxy, ...values } = body;
    setDefaults(store, site, defaultSiteSection, defaultSiteSpace);
    store.sites.update(site, {
      ...values,
      ...(adaptiveContent === undefined ? {} : { adaptiveContent: adaptiveContent.enabled }),
      // Null removes, which the table takes an undefined for.
      ...(proxy === undefined ? {} : { proxy: proxy ?? undefined }),
    });
    return siteRecord(store, site);
  },

  adaptiveSchema: ({ path, ...session }) => adaptiveSchemaRecord(siteFor(session, path, 'view')),

  setAdaptiveSchema: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    checkAdaptiveSchema(body.jsonSchema);
    const adaptiveSchema = { jsonSchema: body.jsonSchema, updatedAt: store.clock.iso() };
    return adaptiveSchemaRecord(store.sites.update(site, { adaptiveSchema }));
  },

  templateConditions: ({ path, ...session }) => ({
    items: templateConditions(siteFor(session, path, 'view').adaptiveSchema?.jsonSchema),
  }),

  published: ({ path, query, ...session }) => {
    const site = siteToView(session, path, query.shareKey);
    if (!site.published) throw notFound('published site', site.id);
    const sections = sectionsOf(session.store, site.id);
    return {
      object: 'published-content-site',
      site: siteRecord(session.store, site, query.shareKey),
      structure: {
        type: 'sections',
        structure: sections.map((section) => sectionRecord(session, section, query.shareKey)),
      },
    };
  },
};

type CreateBody = Call<Contract['sites']['create']>['body'];

function spacesFor(session: Session, organization: string, title: string, spaces: NonNullable<CreateBody['spaces']>) {
  if (typeof spaces === 'string') return [createSpace(session.store, organization, title)];
  return [...new Set(spaces)].map((id): SpaceRow => spaceToShow(session, organization, 'spaces', id));
}

/** Checks both before it changes either: the site space must stand at the root level or in the default section. */
function setDefaults(store: Store, site: SiteRow, sectionId: string | undefined, siteSpaceId: string | undefined) {
  const section =
    sectionId === undefined
      ? defaultSection(store, site.id)
      : namedSection(store, site, 'defaultSiteSection', sectionId);
  const siteSpace = siteSpaceId === undefined ? undefined : candidate(store, site, section, siteSpaceId);
  if (section !== undefined) makeDefault(store.sections.by('site', site.id), section);
  if (siteSpace !== undefined) makeDefault(siteSpacesAt(store, site.id, siteSpace.section), siteSpace);
}

function candidate(store: Store, site: SiteRow, section: SectionRow | undefined, id: string): SiteSpaceRow {
  const row = store.siteSpaces.get(id);
  if (row?.site === site.id && (row.section === undefined || row.section === section?.id)) return row;
  throw badRequest(
    `body field defaultSiteSpace: there is no site space "${id}" at the root level or in the default section.`,
  );
}
