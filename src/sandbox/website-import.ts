import type { File } from '../resources/contents/contract.ts';
import { badField } from './errors.ts';
import { slugOf } from './plain-text.ts';
import type { RevisionRow, StoredPage } from './rows.ts';
import { uniquePath } from './site-structure.ts';
import { readWebsite, type Website, type WebsitePage, type WebsitePicture } from './sources/website.ts';
import type { Store } from './store.ts';

/** Largest sum of the imported files of a sandbox, in bytes; further pictures remain links. */
const maxStoredBytes = 64 * 1024 * 1024;

/**
 * Reads the website at a URL: an address of this machine, or a `data:` URL with HTML or Markdown. A website that cannot be
 * read has no pages.
 * @throws 400 for a URL of another kind, 429 for too many imports at a time.
 */
export async function loadWebsite(store: Store, url: string): Promise<Website> {
  if (!/^(?:https?|data):/i.test(url)) throw badField('url', 'It must be an http, https or data URL.');
  return store.background.wait(() => readWebsite(url, store.background.settings.timeoutMs));
}

/** The content of a revision with a website's pages: the first at the end of the top level, the others below it. */
export function withWebsite(
  store: Store,
  content: RevisionRow,
  { pages, pictures }: Website,
): Pick<RevisionRow, 'pages' | 'files'> {
  const files = pictures.flatMap((picture) => storedFile(store, picture) ?? []);
  const ids = new Map(pages.map(({ url }) => [url, store.newId()]));
  const targets = new Map([
    ...[...ids].map(([url, id]): [string, string] => [url, `/pages/${id}`]),
    ...files.map(({ url, file }): [string, string] => [url, `/files/${file.id}`]),
  ]);
  const [first, ...others] = pages;
  if (first === undefined) return content;
  const path = uniquePath(nameOf(first), content.pages);
  const children: StoredPage[] = [];
  for (const page of others) {
    const slug = uniquePath(
      nameOf(page),
      children.map((child) => ({ path: child.slug })),
    );
    children.push(
      storedPage(store, page, { id: ids.get(page.url) ?? '', path: `${path}/${slug}`, targets, pages: [] }),
    );
  }
  const root = storedPage(store, first, { id: ids.get(first.url) ?? '', path, targets, pages: children });
  return { pages: [...content.pages, root], files: [...content.files, ...files.map(({ file }) => file)] };
}

interface Placement {
  id: string;
  path: string;
  /** The stored form of the links to imported pages and files, by URL. */
  targets: ReadonlyMap<string, string>;
  pages: StoredPage[];
}

function storedPage(store: Store, page: WebsitePage, { id, path, targets, pages }: Placement): StoredPage {
  const now = store.clock.iso();
  const markdown = page.markdown.replace(/\]\((https?:[^)\s]{1,2048})\)/g, (link, url: string) => {
    const target = targets.get(url);
    return target === undefined ? link : `](${target})`;
  });
  return {
    id,
    title: titleOf(page),
    createdAt: now,
    updatedAt: now,
    markdown,
    type: 'document',
    slug: path.split('/').at(-1) ?? path,
    path,
    documentId: store.newId(),
    pages,
  };
}

/** At most 100 characters; by default the last part of the address. */
function titleOf({ title, url }: WebsitePage): string {
  const characters = [...title.replace(/\s+/g, ' ').trim()];
  return characters.slice(0, 100).join('') || nameInAddress(url);
}

function nameInAddress(url: string): string {
  if (url.startsWith('data:')) return 'Imported page';
  const { hostname, pathname } = new URL(url);
  return (
    pathname
      .split('/')
      .filter(Boolean)
      .at(-1)
      ?.replace(/[.]\w+$/, '') ?? hostname
  );
}

const nameOf = (page: WebsitePage): string => slugOf(titleOf(page)) || 'imported-page';

function storedFile({ blobs, newId }: Store, picture: WebsitePicture): { url: string; file: File } | undefined {
  const { url, name, contentType, bytes } = picture;
  const stored = [...blobs.values()].reduce((sum, blob) => sum + blob.length, 0);
  if (stored + bytes.length > maxStoredBytes) return undefined;
  const file = { id: newId(), name, contentType, size: bytes.length };
  blobs.set(file.id, bytes);
  return { url, file };
}
