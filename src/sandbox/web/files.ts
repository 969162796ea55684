import type { File } from '../../resources/contents/contract.ts';
import { isPurged } from '../access.ts';
import { type Content, pageText } from '../content-records.ts';
import { notFound } from '../errors.ts';
import { allPages, findPage } from '../page-tree.ts';
import { type PdfSelection, pdfSelection } from '../pdf-urls.ts';
import type { StoredPage } from '../rows.ts';
import type { Store } from '../store.ts';
import { type PdfPage, renderPdf } from './pdf.ts';
import { png, sampleFile, svg } from './sample-files.ts';

export interface Download {
  contentType: string;
  bytes: Buffer;
}

/**
 * The file at a path below `/files`: a file of a space, a PDF, a version of an API specification, or a picture of the
 * platform. The ids in the path are the permission to read it, as in the signed URLs of file services.
 * @throws 404
 */
export async function downloadAt(store: Store, path: readonly string[]): Promise<Download> {
  const [folder = '', ...rest] = path;
  if (folder === 'pdf') return pdfDownload(store, rest);
  if (folder === 'openapi') return specificationDownload(store, rest);
  if (folder === 'avatars' && store.users.has(idOf(rest))) return picture(png(96, 96, 0), 'image/png');
  if (folder === 'logos' || folder === 'icons') return picture(svg(idOf(rest), 128, 128), 'image/svg+xml');
  return fileDownload(store, path);
}

const idOf = ([name = '']: readonly string[]) => name.replace(/[.]\w+$/, '');

const picture = (bytes: Buffer, contentType: string): Download => ({ bytes, contentType });

async function fileDownload(store: Store, [spaceId = '', fileId = '']: readonly string[]): Promise<Download> {
  const file = fileIn(store, spaceId, fileId);
  if (file === undefined) throw notFound('file', fileId);
  const bytes = store.blobs.get(file.id) ?? (await sampleFile(file));
  return { bytes, contentType: file.contentType ?? 'application/octet-stream' };
}

/** A file of the space's content, or of one of its change requests. */
function fileIn(store: Store, spaceId: string, fileId: string): File | undefined {
  const space = store.spaces.get(spaceId);
  if (space === undefined || isPurged(space, store.clock.now())) return undefined;
  const revisions = [space, ...store.changeRequests.by('space', spaceId)].map(({ revision }) => revision);
  for (const revision of new Set(revisions)) {
    const file = store.revisions.get(revision)?.files.find(({ id }) => id === fileId);
    if (file !== undefined) return file;
  }
  return undefined;
}

async function pdfDownload(store: Store, path: readonly string[]): Promise<Download> {
  const selection = pdfSelection(path);
  const content = selection && contentFor(store, selection);
  const pages = content && selectedPages(content, selection);
  if (content === undefined || pages === undefined) throw notFound('PDF', path.join('/'));
  const title = pages.length === 1 ? (pages[0]?.title ?? '') : content.space.title;
  const bytes = await renderPdf(
    title,
    pages.map((page) => pdfPage(store, content, page)),
  );
  return { contentType: 'application/pdf', bytes };
}

function contentFor(store: Store, { space: id, revision: revisionId }: PdfSelection): Content | undefined {
  const space = store.spaces.get(id);
  const revision = store.revisions.get(revisionId);
  if (space === undefined || revision === undefined || isPurged(space, store.clock.now())) return undefined;
  return { space, revision };
}

function selectedPages({ revision }: Content, { page: id, only }: PdfSelection): StoredPage[] | undefined {
  if (id === undefined) return allPages(revision.pages);
  const page = findPage(revision.pages, id);
  return page && (only ? [page] : allPages([page]));
}

function pdfPage(store: Store, content: Content, page: StoredPage): PdfPage {
  const markdown = pageText(store, content, page, { evaluated: true }) ?? '';
  return { title: page.title, description: page.description, markdown };
}

function specificationDownload(store: Store, [versionId = '', name = '']: readonly string[]): Download {
  const { filesystem = {} } = store.openapiSpecVersions.get(versionId) ?? {};
  if (!Object.hasOwn(filesystem, name)) throw notFound('specification', versionId);
  return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(filesystem[name], null, 2)) };
}
