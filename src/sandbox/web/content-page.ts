import { type Content, fileUrl, pageText } from '../content-records.ts';
import { allPages, findPage } from '../page-tree.ts';
import { publishedSpaceUrl } from '../publishing.ts';
import type { StoredPage } from '../rows.ts';
import type { Store } from '../store.ts';
import { emojiCharacters } from '../texts.ts';
import { localPath } from '../urls.ts';
import { type Html, html, type Link } from './html.ts';
import { type ResolveTarget, renderMarkdown } from './markdown.ts';

/** Renders a page of a content below its title. `base` is the address of the content's pages. */
export async function renderContentPage(store: Store, content: Content, page: StoredPage, base: string): Promise<Html> {
  const text = pageText(store, content, page, { evaluated: true }) ?? '';
  const body = await renderMarkdown(text, targetResolver(store, content, base));
  const cover = content.revision.files.find(({ id }) => id === page.cover?.ref?.file);
  const picture = cover && html`<img src="${localPath(fileUrl(content.space, cover))}" alt="">`;
  const description = page.description && html`<p class="description">${page.description}</p>`;
  return html`<article>${picture}<h1>${emojiOf(page)}${page.title}</h1>${description || undefined}${body}</article>`;
}

/** The links to a content's pages; hidden pages have no link. */
export function pageLinks(pages: readonly StoredPage[], base: string, current?: StoredPage): Link[] {
  return pages
    .filter((page) => !page.hidden)
    .map((page) => ({
      href: `${base}/${encodedPath(page)}`,
      text: page.title,
      current: page === current,
      children: pageLinks(page.pages, base, current),
    }));
}

/** The page at a path; the first page without one. */
export function pageAt(content: Content, path: readonly string[]): StoredPage | undefined {
  const pages = allPages(content.revision.pages);
  return path.length === 0 ? pages[0] : pages.find((page) => page.path === path.join('/'));
}

/** Converts the targets of the stored form (`/pages/<id>`, `/files/<id>`, `/spaces/<id>`) to addresses. */
function targetResolver(store: Store, content: Content, base: string): ResolveTarget {
  return (target) => {
    const [, kind, id = '', fragment = ''] = /^\/(pages|files|spaces)\/([^/#]+)(#.*)?$/.exec(target) ?? [];
    if (kind === undefined) return localPath(target);
    const address = kind === 'pages' ? pageAddress(id) : kind === 'files' ? fileAddress(id) : spaceAddress(id);
    return address === undefined ? '#missing' : `${address}${fragment}`;
  };

  function pageAddress(id: string): string | undefined {
    const page = findPage(content.revision.pages, id);
    return page && `${base}/${encodedPath(page)}`;
  }

  function fileAddress(id: string): string | undefined {
    const file = content.revision.files.find((candidate) => candidate.id === id);
    return file && localPath(fileUrl(content.space, file));
  }

  function spaceAddress(id: string): string | undefined {
    const url = publishedSpaceUrl(store, id);
    return url && localPath(url);
  }
}

const encodedPath = ({ path }: StoredPage) => path.split('/').map(encodeURIComponent).join('/');

/** A page's emoji: the contract has it as its code points, such as `1f4d8`. */
function emojiOf({ emoji = '' }: StoredPage): string {
  return emoji === '' ? '' : `${emojiCharacters(emoji)} `;
}
