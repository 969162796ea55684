import type { PathOf } from '../engine/contract/operation.ts';
import type { Contract } from '../resources/contract.ts';
import { fileBacklinks, linkListing } from './content-links.ts';
import { type Content, fileRecord, pageRecord, pageRecords, revisionRecord } from './content-records.ts';
import { notFound, oneOf } from './errors.ts';
import type { Call, Session } from './handlers.ts';
import { importWebsite } from './imports.ts';
import { allPages, findPage } from './page-tree.ts';
import type { RevisionRow, StoredPage } from './records.ts';
import { addRevision } from './revisions.ts';
import type { SpaceRight } from './rights.ts';

/** A content with the way to replace its active revision. */
interface OpenedContent extends Content {
  replace(revision: RevisionRow): void;
}

export type SpacePath = PathOf<Contract['spaceContents']['get']>;

/** Opens the content that a path names, if the caller has the right; `edit` is refused where it is locked or closed. */
type Open<Path extends SpacePath> = (
  session: Session,
  path: Path,
  right: Extract<SpaceRight, 'view' | 'edit'>,
) => OpenedContent;

type ContentCall<Name extends keyof Contract['spaceContents'], Path> = Omit<
  Call<Contract['spaceContents'][Name]>,
  'path'
> & {
  path: Path & Omit<PathOf<Contract['spaceContents'][Name]>, keyof SpacePath>;
};

/** The eight operations on a space's content or on a change request's, which differ in how it is found. */
export function contentHandlers<Path extends SpacePath>(open: Open<Path>) {
  return {
    get: ({ path, query, ...session }: ContentCall<'get', Path>) =>
      revisionRecord(session.store, open(session, path, 'view'), query),

    import: ({ path, body, ...session }: ContentCall<'import', Path>) => {
      const content = open(session, path, 'edit');
      oneOf('body field source', body.source, ['website']);
      const { store } = session;
      const imported = importWebsite(store, body.url);
      const revision = addRevision(store, [content.revision], { pages: [...content.revision.pages, imported] });
      content.replace(revision);
      const resources = allPages([imported]).length;
      return { revision: revision.id, importedResources: resources, totalResources: resources };
    },

    pages: ({ path, query, ...session }: ContentCall<'pages', Path>) => ({
      pages: pageRecords(session.store, open(session, path, 'view'), query),
    }),

    files: ({ path, query, paginate, ...session }: ContentCall<'files', Path>) =>
      paginate(open(session, path, 'view').revision.files, (file) => fileRecord(file, query)),

    file: ({ path, query, ...session }: ContentCall<'file', Path>) =>
      fileRecord(fileIn(open(session, path, 'view'), path.fileId), query),

    fileBacklinks: ({ path, paginate, ...session }: ContentCall<'fileBacklinks', Path>) => {
      const content = open(session, path, 'view');
      return paginate(fileBacklinks(content, fileIn(content, path.fileId).id), (reference) => reference);
    },

    page: ({ path, query, ...session }: ContentCall<'page', Path>) => {
      const content = open(session, path, 'view');
      const format = oneOf('format', query.format ?? 'markdown', ['markdown', 'document']);
      return pageRecord(session.store, content, pageIn(content, path.pageId), { ...query, format });
    },

    pageLinks: ({ path, ...call }: ContentCall<'pageLinks', Path>) => {
      const content = open(call, path, 'view');
      return linkListing(call, content, [pageIn(content, path.pageId)]);
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
