import { type Contract, contract } from '../resources/contract.ts';
import type { OpenApiSpec, OpenApiSpecContent, OpenApiSpecVersion } from '../resources/openapi-specs/contract.ts';
import { badField, badRequest, fieldConflict, notFound } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import { settingsPermissions } from './permissions.ts';
import type { OpenapiSpecRow, OpenapiSpecVersionRow } from './rows.ts';
import { settingsOrganization } from './settings-access.ts';
import { SourceError } from './sources/source-error.ts';
import { maxSpecificationBytes, readSpecification, type SpecificationSource } from './sources/specification.ts';
import { pair, type Store } from './store.ts';
import { apiUrl, appUrl, filesOrigin } from './urls.ts';

/**
 * API specifications. A source is a URL, the only variant in the contract, or `text`, the specification itself. A new
 * source is processed after the response. Versions are sorted newest first.
 */
export const openapiSpecs: Handlers<Contract['openapiSpecs']> = {
  list: ({ path, paginate, ...session }) => {
    const { id } = settingsOrganization(session, path.organizationId, 'view');
    return paginate(session.store.openapiSpecs.by('organization', id), (row) => specRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = settingsOrganization(session, path.organizationId, 'edit');
    const source = sourceOf(body.source);
    if (store.openapiSpecs.has(pair(organization, body.slug))) {
      throw fieldConflict('slug', `The organization has a specification "${body.slug}" already.`);
    }
    store.background.requireCapacity();
    return specRecord(session, processSource(store, newSpec(store, organization, body.slug), source));
  },

  get: ({ path, ...session }) => specRecord(session, specFor(session, path, 'view')),

  put: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = settingsOrganization(session, path.organizationId, 'edit');
    const source = sourceOf(body.source);
    const existing = store.openapiSpecs.get(pair(organization, path.specSlug));
    const slug = requireValidSlug(path.specSlug);
    store.background.requireCapacity();
    const spec = existing ?? newSpec(store, organization, slug);
    return specRecord(session, processSource(store, spec, source));
  },

  delete: ({ path, ...session }) => {
    const { store } = session;
    const spec = specFor(session, path, 'edit');
    store.background.cancel(spec.id);
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
  return {
    object: 'openapi-spec',
    ...fields,
    lastVersion: latest(store, row)?.id,
    permissions: settingsPermissions(store, caller.id, organization),
    urls: {
      location: apiUrl(contract.openapiSpecs.get, { organizationId: organization, specSlug: row.slug }),
      app: appUrl('o', organization, 'openapi', row.slug),
    },
  };
}

function versionRecord(spec: OpenapiSpecRow, version: OpenapiSpecVersionRow): OpenApiSpecVersion {
  const { id, createdAt } = version;
  const path = { organizationId: spec.organization, specSlug: spec.slug, versionId: id };
  const urls = { location: apiUrl(contract.openapiSpecs.version, path) };
  return { object: 'openapi-spec-version', id, createdAt, url: documentUrl(version), urls };
}

function contentRecord(version: OpenapiSpecVersionRow): OpenApiSpecContent {
  return { filesystem: version.filesystem, url: documentUrl(version) };
}

const documentUrl = ({ id }: OpenapiSpecVersionRow) => `${filesOrigin}/openapi/${id}/${specificationFile}`;

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

function sourceOf({ url, text }: { url?: string | undefined; text?: unknown }): SpecificationSource {
  if (url !== undefined && text === undefined) return { url };
  if (url !== undefined || typeof text !== 'string') {
    throw badField('source', 'Exactly one of url and text is required.');
  }
  if (Buffer.byteLength(text) > maxSpecificationBytes) {
    throw badField('source.text', `It must have at most ${maxSpecificationBytes} bytes.`);
  }
  return { text };
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

/** Name of the document in a version's files. */
const specificationFile = 'openapi.json';

/**
 * Starts to process a new source of a specification. The specification is `pending` at first. Then it has a new version
 * and is `complete`, or it keeps its versions, is `failed`, and has the reason in `lastProcessErrorCode`.
 */
function processSource(store: Store, spec: OpenapiSpecRow, source: SpecificationSource): OpenapiSpecRow {
  store.background.start(spec.id, async (signal) => {
    const { timeoutMs } = store.background.settings;
    const result = await readSpecification(source, { signal, timeoutMs }).catch(errorCode);
    if (!signal.aborted) finish(store, spec, result);
  });
  return store.openapiSpecs.update(spec, {
    sourceURL: 'url' in source ? source.url : undefined,
    updatedAt: store.clock.iso(),
    processingState: 'pending',
    lastProcessErrorCode: undefined,
  });
}

function finish(store: Store, spec: OpenapiSpecRow, result: Record<string, unknown> | string): void {
  const now = store.clock.iso();
  const failed = typeof result === 'string';
  if (!failed) {
    const filesystem = { [specificationFile]: result };
    store.openapiSpecVersions.insert({ id: store.newId(), spec: spec.id, createdAt: now, filesystem });
  }
  store.openapiSpecs.update(spec, {
    updatedAt: now,
    processingState: failed ? 'failed' : 'complete',
    lastProcessedAt: now,
    lastProcessErrorCode: failed ? result : undefined,
  });
}

/** Any other error is one of the parser, which reports documents that it does not expect by throwing. */
const errorCode = (error: unknown): string => (error instanceof SourceError ? error.code : 'PARSE_FAILED');
