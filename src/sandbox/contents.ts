import type { PathOf } from '../engine/contract/endpoint.ts';
import type { Contract } from '../resources/contract.ts';
import { spaceFor } from './access.ts';
import { type ChangeRequestPath, changeRequestFor } from './change-request-records.ts';
import { fileBacklinks, linkListing } from './content-links.ts';
import { type Content, fileRecord, pageRecord, pageRecords, pageText, revisionRecord } from './content-records.ts';
import { fieldOneOf, notFound, oneOf } from './errors.ts';
import type { Handlers, OperationRequest, Session } from './handlers.ts';
import { documentOf } from './page-document.ts';
import { findPage } from './page-tree.ts';
import type { SpacePermission } from './permissions.ts';
import { addRevision, requireActive, requireUnlocked, revisionOf } from './revisions.ts';
import type { RevisionRow, StoredPage } from './rows.ts';
import { loadWebsite, withWebsite } from './website-import.ts';

/** A content whose active revision can be replaced. */
interface EditableContent extends Content {
  replace(revision: RevisionRow): void;
}

type SpacePath = PathOf<Contract['spaceContents']['get']>;

/** Finds the content in a request's path, and requires the permission; `edit` also requires that it is unlocked and active. */
type FindContent<Path extends SpacePath> = (
  session: Session,
  path: Path,
  permission: Extract<SpacePermission, 'view' | 'edit'>,
) => EditableContent;

type ContentRequest<Name extends keyof Contract['spaceContents'], Path> = Omit<
  OperationRequest<Contract['spaceContents'][Name]>,
  'path'
> & {
  path: Path & Omit<PathOf<Contract['spaceContents'][Name]>, keyof SpacePath>;
};

/** The operations on a content. Those of spaces and of change requests differ only in how the content is found. */
function contentHandlers<Path extends SpacePath>(findContent: FindContent<Path>) {
  return {
    get: ({ path, query, ...session }: ContentRequest<'get', Path>) =>
      revisionRecord(session.store, findContent(session, path, 'view'), query),

    /** What could be read is imported. Without a single page, the content keeps its revision. */
    import: async ({ path, body, ...session }: ContentRequest<'import', Path>) => {
      findContent(session, path, 'edit');
      fieldOneOf('source', body.source, ['website']);
      const { store } = session;
      const website = await loadWebsite(store, body.url);
      // The content may have changed in the meantime.
      const content = findContent(session, path, 'edit');
      const { revision } = content;
      if (website.pages.length === 0) {
        return { revision: revision.id, importedResources: 0, totalResources: website.total };
      }
      const changes = withWebsite(store, revision, website);
      const imported = addRevision(store, [revision], changes);
      content.replace(imported);
      const files = changes.files.length - revision.files.length;
      const importedResources = website.pages.length + files;
      return { revision: imported.id, importedResources, totalResources: website.total };
    },

    pages: ({ path, query, ...session }: ContentRequest<'pages', Path>) => ({
      pages: pageRecords(session.store, findContent(session, path, 'view'), query),
    }),

    files: ({ path, query, paginate, ...session }: ContentRequest<'files', Path>) => {
      const content = findContent(session, path, 'view');
      return paginate(content.revision.files, (file) => fileRecord(content, file, query));
    },

    file: ({ path, query, ...session }: ContentRequest<'file', Path>) => {
      const content = findContent(session, path, 'view');
      return fileRecord(content, fileIn(content, path.fileId), query);
    },

    fileBacklinks: ({ path, paginate, ...session }: ContentRequest<'fileBacklinks', Path>) => {
      const content = findContent(session, path, 'view');
      return paginate(fileBacklinks(content, fileIn(content, path.fileId).id), (reference) => reference);
    },

    /** `format` is `markdown`, the default, or `document`; the record has its text in this format only. */
    page: async ({ path, query, ...session }: ContentRequest<'page', Path>) => {
      const { store } = session;
      const content = findContent(session, path, 'view');
      const format = oneOf('format', query.format ?? 'markdown', ['markdown', 'document']);
      const page = pageIn(content, path.pageId);
      const record = pageRecord(store, content, page, { ...query, format });
      const text = format === 'document' ? pageText(store, content, page, { ...query, format }) : undefined;
      return text === undefined ? record : { ...record, document: await documentOf(text) };
    },

    pageLinks: ({ path, ...request }: ContentRequest<'pageLinks', Path>) => {
      const content = findContent(request, path, 'view');
      return linkListing(request, content, [pageIn(content, path.pageId)]);
    },
  };
}

function fileIn({ revision }: Content, id: string) {
  const file = revision.files.find((candidate) => candidate.id === id);
  if (file === undefined) throw notFound('file', id);
  return file;
}

function pageIn({ revision }: Content, id: string): StoredPage {
  const page = findPage(revision.pages, id);
  if (page === undefined) throw notFound('page', id);
  return page;
}

/** The main content of a space. */
export const spaceContents: Handlers<Contract['spaceContents']> = contentHandlers<SpacePath>(
  (session, path, permission) => {
    const { store } = session;
    const space = spaceFor(session, path.spaceId, permission);
    if (permission === 'edit') requireUnlocked(space);
    return {
      space,
      revision: revisionOf(store, space.revision),
      replace: ({ id, createdAt }) => store.spaces.update(space, { revision: id, updatedAt: createdAt }),
    };
  },
);

/** The content of a change request: the main content it started from, with its own changes. */
export const changeRequestContents: Handlers<Contract['changeRequestContents']> = contentHandlers<ChangeRequestPath>(
  (session, path, permission) => {
    const { store, caller } = session;
    const { space, changeRequest } = changeRequestFor(session, path, permission === 'view' ? 'access' : permission);
    if (permission === 'edit') {
      requireActive(changeRequest);
      requireUnlocked(space);
    }
    return {
      space,
      changeRequest,
      revision: revisionOf(store, changeRequest.revision),
      replace: ({ id, createdAt }) =>
        store.changeRequests.update(changeRequest, {
          revision: id,
          updatedAt: createdAt,
          contributors: [...new Set([...changeRequest.contributors, caller.id])],
        }),
    };
  },
);
