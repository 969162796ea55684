import { type Contract, contract } from '../resources/contract.ts';
import type { OpenAPISpec, OpenAPISpecContent, OpenAPISpecVersion } from '../resources/openapi-specs/contract.ts';
import { badRequest, conflict, notFound } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import type { OpenapiSpecRow, OpenapiSpecVersionRow } from './records.ts';
import { settingsRights } from './rights.ts';
import { settingsOrganization } from './settings-access.ts';
import { pair, type Store } from './store.ts';
import { app, location } from './urls.ts';

/**
 * API specifications. Sources are taken by URL, the one variant that the contract shows. The sandbox fetches nothing: a
 * source that is put is processed at once, into a version that goes on from the one before, or describes no paths yet.
 * Versions come newest first.
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
    return specRecord(session, process(store, newSpec(store, organization, body.slug), sourceURL));
  },

  get: ({ path, ...session }) => specRecord(session, specFor(session, path, 'view')),

  put: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = settingsOrganization(session, path.organizationId, 'edit');
    const sourceURL = urlOf(body.source);
    const present = store.openapiSpecs.get(pair(organization, path.specSlug));
    const spec = present ?? newSpec(store, organization, checkedSlug(path.specSlug));
    return specRecord(session, process(store, spec, sourceURL));
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

function specRecord({ store, caller }: Session, row: OpenapiSpecRow): OpenAPISpec {
  const { organization, ...facts } = row;
  const lastVersion = latest(store, row)?.id;
  return {
    object: 'openapi-spec',
    ...facts,
    ...(lastVersion === undefined ? {} : { lastVersion }),
    permissions: settingsRights(store, caller.id, organization),
    urls: {
      location: location(contract.openapiSpecs.get, { organizationId: organization, specSlug: row.slug }),
      app: app('o', organization, 'openapi', row.slug),
    },
  };
}

function versionRecord(spec: OpenapiSpecRow, { id, createdAt, url }: OpenapiSpecVersionRow): OpenAPISpecVersion {
  const path = { organizationId: spec.organization, specSlug: spec.slug, versionId: id };
  const urls = { location: location(contract.openapiSpecs.version, path) };
  return { object: 'openapi-spec-version', id, createdAt, url, urls };
}

const contentRecord = ({ filesystem, url }: OpenapiSpecVersionRow): OpenAPISpecContent => ({ filesystem, url });

const latest = (store: Store, spec: OpenapiSpecRow) => store.openapiSpecVersions.by('spec', spec.id).at(-1);

function specFor(
  session: Session,
  { organizationId, specSlug }: { organizationId: string; specSlug: string },
  right: 'view' | 'edit',
): OpenapiSpecRow {
  settingsOrganization(session, organizationId, right);
  const spec = session.store.openapiSpecs.get(pair(organizationId, specSlug));
  if (spec === undefined) throw notFound('specification', specSlug);
  return spec;
}

/** A version of the specification by its id, or the latest. */
function versionFor(store: Store, spec: OpenapiSpecRow, id?: string): OpenapiSpecVersionRow {
  const version = id === undefined ? latest(store, spec) : store.openapiSpecVersions.get(id);
  if (version?.spec !== spec.id) throw notFound('version', id ?? 'latest');
  return version;
}

function urlOf({ url }: { url?: string | undefined }): string {
  if (url === undefined) throw badRequest('body field source.url: the sandbox takes specifications by URL.');
  return url;
}

function checkedSlug(slug: string): string {
  const { success } = contract.openapiSpecs.create.body.shape.slug.safeParse(slug);
  if (!success)
    throw badRequest(`"${slug}" can't be a specification's slug: use a-z, 0-9 and single dashes, 1 to 100.`);
  return slug;
}

function newSpec(store: Store, organization: string, slug: string): OpenapiSpecRow {
  const now = store.clock.iso();
  const row = { id: store.newId(), organization, slug, createdAt: now, updatedAt: now, processingState: 'pending' };
  return store.openapiSpecs.insert(row);
}

/** Makes a new version of a specification out of a source. */
function process(store: Store, spec: OpenapiSpecRow, sourceURL: string): OpenapiSpecRow {
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
