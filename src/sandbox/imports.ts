import { badRequest } from './errors.ts';
import type { StoredPage } from './records.ts';
import { slugOf } from './search.ts';
import type { Store } from './store.ts';

const parts = [
  { title: 'Overview', text: 'What this part of the website is about, in the words of its first page.' },
  { title: 'Questions and answers', text: 'What visitors of the website ask most often.' },
];

/**
 * The pages that an import of a website makes: one for the website and two below it. The sandbox reaches no network, so
 * their texts are its own.
 * @throws 400 for an address that is not on the web.
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
