import { badRequest } from './errors.ts';
import type { StoredPage } from './rows.ts';
import { slugOf } from './search.ts';
import type { Store } from './store.ts';

const parts = [
  { title: 'Overview', text: 'What this part of the website is about, in the words of its first page.' },
  { title: 'Questions and answers', text: 'What visitors of the website ask most often.' },
];

/**
 * Creates the pages of a website import: one for the website and two below it. The sandbox makes no network requests, so
 * it generates their texts.
 * @throws 400 for a URL that is not http or https.
 */
export function importWebsite(store: Store, url: string): StoredPage {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw badRequest('body field url: must be an http or https URL.');
  const name = pathname === '/' ? hostname : `${hostname}${pathname.replace(/\/$/, '')}`;
  const slug = slugOf(name);
  const page = (title: string, path: string, markdown: string, pages: StoredPage[]): StoredPage => ({
    id: store.newId(),
    title,
    createdAt: store.clock.iso(),
    updatedAt: store.clock.iso(),
    markdown,
    type: 'document',
    slug: path.split('/').at(-1) ?? path,
    path,
    documentId: store.newId(),
    pages,
  });
  const children = parts.map(({ title, text }) =>
    page(title, `${slug}/${slugOf(title)}`, `${text}\n\nFrom [${name}](${url}).`, []),
  );
  return page(`Imported from ${name}`, slug, `Imported from [${name}](${url}).`, children);
}
