import { type Contract, contract } from '../resources/contract.ts';
import type { OpenApiSpec, OpenApiSpecContent, OpenApiSpecVersion } from '../resources/openapi-specs/contract.ts';
import { badRequest, conflict, notFound } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import { settingsPermissions } from './permissions.ts';
import type { OpenapiSpecRow, OpenapiSpecVersionRow } from './rows.ts';
import { settingsOrganization } from './settings-access.ts';
import { pair, type Store } from './store.ts';
import { apiUrl, appUrl } from './urls.ts';

/**
 * API specifications. A source is a URL, the only variant in the contract. The sandbox fetches nothing: it processes a new
 * source at once into a new version with the previous version's paths, or with no paths. Versions are sorted newest first.
 */
export const openapiSpecs: Handlers<Contract['openapiSpecs']> = {
  list: ({ path, paginate, ...session }) => {
    const { id } = settingsOrganization(session, path.organizationId, 'view');
    return paginate(session.store.openapiSpecs.by('organization', id), (row) => specRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = settingsOrganization(session, path.organizationId, 'edit');
    const sourceURL = urlOf(body.source);
    if (store.openapiSpecs.has(pair(organization, body.slug))) {
      throw conflict(`The organization has a specification "${body.slug}" already.`);
    }
    return specRecord(session, processSource(store, newSpec(store, organization, body.slug), sourceURL));
  },

  get: ({ path, ...session }) => specRecord(session, specFor(session, path, 'view')),

  put: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = settingsOrganization(session, path.organizationId, 'edit');
    const sourceURL = urlOf(body.source);
    const existing = store.openapiSpecs.get(pair(organization, path.specSlug));
    const spec = existing ?? newSpec(store, organization, requireValidSlug(path.specSlug));
    return specRecord(session, processSource(store, spec, sourceURL));
  },

  delete: ({ path, ...session }) => {
    const { store } = session;
    const spec = specFor(session, path, 'edit');
    for (const version of store.openapiSpecVersions.by('spec', spec.id)) store.openapiSpecVersions.remove(version);
    store.openapiSpecs.remove(spec);
  },

  versions: ({ path, paginate, ...session }) => {
    const spec = specFor(session, path, 'view');
    const versions = session.store.openapiSpecVersions.by('spec', spec.id).reverse();
    return paginate(versions, (version) => versionRecord(spec, version));
  },

  latestVersion: ({ path, ...session }) => {
    const spec = specFor(session, path, 'view');
    return versionRecord(spec, versionFor(session.store, spec));
  },

  latestVersionContent: ({ path, ...session }) =>
    contentRecord(versionFor(session.store, specFor(session, path, 'view'))),

  version: ({ path, ...session }) => {
    const spec = specFor(session, path, 'view');
    return versionRecord(spec, versionFor(session.store, spec, path.versionId));
  },

  versionContent: ({ path, ...session }) =>
    contentRecord(versionFor(session.store, specFor(session, path, 'view'), path.versionId)),
};

function specRecord({ store, caller }: Session, row: OpenapiSpecRow): OpenApiSpec {
  const { organization, ...fields } = row;
  const lastVersion = latest(store, row)?.id;
  return {
    object: 'openapi-spec',
    ...fields,
    ...(lastVersion === undefined ? {} : { lastVersion }),
    permissions: settingsPermissions(store, caller.id, organization),
    urls: {
      location: apiUrl(contract.openapiSpecs.get, { organizationId: organization, specSlug: row.slug }),
      app: appUrl('o', organization, 'openapi', row.slug),
    },
  };
}

function versionRecord(spec: OpenapiSpecRow, { id, createdAt, url }: OpenapiSpecVersionRow): OpenApiSpecVersion {
  const path = { organizationId: spec.organization, specSlug: spec.slug, versionId: id };
  const urls = { location: apiUrl(contract.openapiSpecs.version, path) };
  return { object: 'openapi-spec-version', id, createdAt, url, urls };
}

const contentRecord = ({ filesystem, url }: OpenapiSpecVersionRow): OpenApiSpecContent => ({ filesystem, url });

const latest = (store: Store, spec: OpenapiSpecRow) => store.openapiSpecVersions.by('spec', spec.id).at(-1);

function specFor(
  session: Session,
  { organizationId, specSlug }: { organizationId: string; specSlug: string },
  permission: 'view' | 'edit',
): OpenapiSpecRow {
  settingsOrganization(session, organizationId, permission);
  const spec = session.store.openapiSpecs.get(pair(organizationId, specSlug));
  if (spec === undefined) throw notFound('specification', specSlug);
  return spec;
}

/** Returns a version of the specification by its id, or the latest version without one. @throws 404 */
function versionFor(store: Store, spec: OpenapiSpecRow, id?: string): OpenapiSpecVersionRow {
  const version = id === undefined ? latest(store, spec) : store.openapiSpecVersions.get(id);
  if (version?.spec !== spec.id) throw notFound('version', id ?? 'latest');
  return version;
}

function urlOf({ url }: { url?: string | undefined }): string {
  if (url === undefined)
    throw badRequest('body field source.url: is required, because the sandbox supports specifications by URL only.');
  return url;
}

function requireValidSlug(slug: string): string {
  const { success } = contract.openapiSpecs.create.body.shape.slug.safeParse(slug);
  if (!success)
    throw badRequest(`"${slug}" is not a valid slug: use 1 to 100 characters of a-z, 0-9 and single dashes.`);
  return slug;
}

function newSpec(store: Store, organization: string, slug: string): OpenapiSpecRow {
  const now = store.clock.iso();
  const row = { id: store.newId(), organization, slug, createdAt: now, updatedAt: now, processingState: 'pending' };
  return store.openapiSpecs.insert(row);
}

/** Adds a version of a specification for a source. */
function processSource(store: Store, spec: OpenapiSpecRow, sourceURL: string): OpenapiSpecRow {
  const now = store.clock.iso();
  store.openapiSpecVersions.insert({
    id: store.newId(),
    spec: spec.id,
    createdAt: now,
    url: sourceURL,
    filesystem: { 'openapi.json': nextDocument(store, spec) },
  });
  return store.openapiSpecs.update(spec, {
    sourceURL,
    updatedAt: now,
    processingState: 'complete',
    lastProcessedAt: now,
    lastProcessErrorCode: undefined,
  });
}

function nextDocument(store: Store, spec: OpenapiSpecRow): Record<string, unknown> {
  const version = `1.${store.openapiSpecVersions.count('spec', spec.id) + 1}.0`;
  const previous = latest(store, spec)?.filesystem['openapi.json'];
  return { openapi: '3.1.0', paths: {}, ...(previous ?? {}), info: { title: spec.slug, version } };
}
