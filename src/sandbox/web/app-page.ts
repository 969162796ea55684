import { collectionFor, organizationFor, spaceFor } from '../access.ts';
import { changeRequestFor } from '../change-request-records.ts';
import type { Content } from '../content-records.ts';
import { notFound } from '../errors.ts';
import type { Session } from '../handlers.ts';
import { ownOrganizations } from '../organizations.ts';
import { revisionOf } from '../revisions.ts';
import { siteFor } from '../site-access.ts';
import { siteSpacesOf, titleOf } from '../site-structure.ts';
import { pair } from '../store.ts';
import { pageAt, pageLinks, renderContentPage } from './content-page.ts';
import { type Html, html, type Link, linkList, pageDocument } from './html.ts';

interface AppPage {
  title: string;
  main: Html;
  tree?: readonly Link[];
}

/**
 * Renders the page of the platform's app at a path: a read-only view of the record that links to it.
 * @throws 404 or 403, as the REST operations do.
 */
export async function renderAppPage(session: Session, path: readonly string[]): Promise<string> {
  const page = await appPage(session, path);
  return pageDocument({ home: { href: '/app', text: 'Inkwell sandbox' }, indexed: false, ...page });
}

async function appPage(session: Session, path: readonly string[]): Promise<AppPage> {
  const [first, id = '', kind, record = '', ...rest] = path;
  if (first === undefined || first === 'start') return homePage(session);
  if (first === 'users') return userPage(session, id);
  if (first === 'saml') return samlPage(session, id, kind);
  if (first !== 'o') throw notFound('page', path.join('/'));
  if (kind === undefined) return organizationPage(session, id);
  if (kind === 'sites') return sitePage(session, id, record);
  if (kind === 'c') return collectionPage(session, record);
  if (kind === 'openapi') return specificationPage(session, id, record);
  if (kind === 's') return spacePage(session, id, record, rest);
  throw notFound('page', path.join('/'));
}

const listed = (title: string, links: readonly Link[]): AppPage => ({
  title,
  main: html`<h1>${title}</h1>${linkList(links)}`,
});

const facts = (title: string, values: Record<string, string | undefined>): AppPage => {
  const rows = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    title,
    main: html`<h1>${title}</h1><dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`,
  };
};

function homePage(session: Session): AppPage {
  return listed(
    session.caller.displayName,
    ownOrganizations(session).map(({ id, title }) => ({ href: `/app/o/${id}`, text: title })),
  );
}

function organizationPage(session: Session, id: string): AppPage {
  const { store } = session;
  const { title } = organizationFor(session, id);
  const sites = store.sites
    .by('organization', id)
    .map((site) => ({ href: `/app/o/${id}/sites/${site.id}`, text: site.title }));
  return listed(title, sites);
}

function sitePage(session: Session, organizationId: string, siteId: string): AppPage {
  const { store } = session;
  const site = siteFor(session, { organizationId, siteId }, 'view');
  const spaces = siteSpacesOf(store, site.id).map((siteSpace) => ({
    href: `/app/o/${organizationId}/s/${siteSpace.space}`,
    text: titleOf(store, siteSpace),
  }));
  return listed(site.title, spaces);
}

function collectionPage(session: Session, id: string): AppPage {
  const { store } = session;
  const { title, organization } = collectionFor(session, id);
  const spaces = store.spaces
    .by('parent', id)
    .map((space) => ({ href: `/app/o/${organization}/s/${space.id}`, text: space.title }));
  return listed(title, spaces);
}

function specificationPage(session: Session, organizationId: string, slug: string): AppPage {
  organizationFor(session, organizationId);
  const spec = session.store.openapiSpecs.get(pair(organizationId, slug));
  if (spec === undefined) throw notFound('specification', slug);
  const { sourceURL, processingState, lastProcessErrorCode, updatedAt } = spec;
  return facts(slug, { Source: sourceURL, State: processingState, Error: lastProcessErrorCode, Updated: updatedAt });
}

/** Users see themselves and the members of their organizations. */
function userPage({ store, caller }: Session, id: string): AppPage {
  const own = new Set(store.memberships.by('user', caller.id).map(({ organization }) => organization));
  const user = store.users.get(id);
  const isVisible = id === caller.id || store.memberships.by('user', id).some((row) => own.has(row.organization));
  if (user === undefined || !isVisible) throw notFound('user', id);
  return facts(user.displayName, { Email: user.email });
}

function samlPage(session: Session, id: string, end: string | undefined): AppPage {
  const provider = session.store.samlProviders.get(id);
  if (provider === undefined || end === undefined) throw notFound('SAML provider', id);
  organizationFor(session, provider.organization);
  return facts(provider.label, { 'Identity provider': provider.ssoURL, Entity: provider.entityID, Endpoint: end });
}

async function spacePage(
  session: Session,
  organizationId: string,
  spaceId: string,
  path: readonly string[],
): Promise<AppPage> {
  const { store } = session;
  const isChange = path[0] === '~' && path[1] === 'changes';
  const content = isChange ? changeContent(session, spaceId, path[2] ?? '') : mainContent(session, spaceId);
  if (content.space.organization !== organizationId) throw notFound('space', spaceId);
  const own = content.changeRequest === undefined ? '' : `/~/changes/${content.changeRequest.number}`;
  const base = `/app/o/${organizationId}/s/${spaceId}${own}`;
  const page = pageAt(content, isChange ? path.slice(3) : path);
  const title = content.changeRequest?.subject ?? content.space.title;
  const tree = pageLinks(content.revision.pages, base, page);
  if (page === undefined) return { ...listed(title, []), tree };
  return { title: `${page.title} · ${title}`, tree, main: await renderContentPage(store, content, page, base) };
}

function mainContent(session: Session, spaceId: string): Content {
  const space = spaceFor(session, spaceId);
  return { space, revision: revisionOf(session.store, space.revision) };
}

function changeContent(session: Session, spaceId: string, changeRequestId: string): Content {
  const { space, changeRequest } = changeRequestFor(session, { spaceId, changeRequestId });
  return { space, changeRequest, revision: revisionOf(session.store, changeRequest.revision) };
}
