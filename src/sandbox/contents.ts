import type { PathOf } from '../engine/contract/operation.ts';
import type { Contract } from '../resources/contract.ts';
import { fileBacklinks, linkListing } from './content-links.ts';
import { type Content, fileRecord, pageRecord, pageRecords, revisionRecord } from './content-records.ts';
import { notFound, oneOf } from './errors.ts';
import type { OperationRequest, Session } from './handlers.ts';
import { allPages, findPage } from './page-tree.ts';
import type { SpacePermission } from './permissions.ts';
import { addRevision } from './revisions.ts';
import type { RevisionRow, StoredPage } from './rows.ts';
import { importWebsite } from './website-import.ts';

/** A content whose active revision can be replaced. */
interface EditableContent extends Content {
  replace(revision: RevisionRow): void;
}

export type SpacePath = PathOf<Contract['spaceContents']['get']>;

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
export function contentHandlers<Path extends SpacePath>(findContent: FindContent<Path>) {
  return {
    get: ({ path, query, ...session }: ContentRequest<'get', Path>) =>
      revisionRecord(session.store, findContent(session, path, 'view'), query),

    import: ({ path, body, ...session }: ContentRequest<'import', Path>) => {
      const content = findContent(session, path, 'edit');
      oneOf('body field source', body.source, ['website']);
      const { store } = session;
      const imported = importWebsite(store, body.url);
      const revision = addRevision(store, [content.revision], { pages: [...content.revision.pages, imported] });
      content.replace(revision);
      const resources = allPages([imported]).length;
      return { revision: revision.id, importedResources: resources, totalResources: resources };
    },

    pages: ({ path, query, ...session }: ContentRequest<'pages', Path>) => ({
      pages: pageRecords(session.store, findContent(session, path, 'view'), query),
    }),

    files: ({ path, query, paginate, ...session }: ContentRequest<'files', Path>) =>
      paginate(findContent(session, path, 'view').revision.files, (file) => fileRecord(file, query)),

    file: ({ path, query, ...session }: ContentRequest<'file', Path>) =>
      fileRecord(fileIn(findContent(session, path, 'view'), path.fileId), query),

    fileBacklinks: ({ path, paginate, ...session }: ContentRequest<'fileBacklinks', Path>) => {
      const content = findContent(session, path, 'view');
      return paginate(fileBacklinks(content, fileIn(content, path.fileId).id), (reference) => reference);
    },

    page: ({ path, query, ...session }: ContentRequest<'page', Path>) => {
      const content = findContent(session, path, 'view');
      const format = oneOf('format', query.format ?? 'markdown', ['markdown', 'document']);
      return pageRecord(session.store, content, pageIn(content, path.pageId), { ...query, format });
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
