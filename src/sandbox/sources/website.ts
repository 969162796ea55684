import { type FetchOptions, fetchSource } from './fetch-source.ts';
import { type ConvertedPage, htmlToMarkdown, withHeadingAsTitle } from './html-to-markdown.ts';
import { SourceError } from './source-error.ts';

export interface WebsitePage extends ConvertedPage {
  url: string;
}

export interface WebsitePicture {
  url: string;
  name: string;
  contentType: string;
  bytes: Buffer;
}

export interface Website {
  /** The page at the imported address comes first; empty if it could not be read. */
  pages: WebsitePage[];
  pictures: WebsitePicture[];
  /** The number of pages and pictures that were found, including those that could not be read. */
  total: number;
}

/** Bounds of one import; further pages and pictures are not counted. */
const maxPages = 25;
const maxPictures = 10;
const maxBytes = 1024 * 1024;
const maxMarkdown = 200_000;

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']);

/** Reads the page at an address, the pages of its host that it links to, directly or not, and their pictures. */
export async function readWebsite(url: string, timeoutMs: number): Promise<Website> {
  // The deadline is that of the whole import.
  const options = { signal: AbortSignal.timeout(timeoutMs), timeoutMs, maxBytes };
  const found = new Set([withoutFragment(url)]);
  const pages: WebsitePage[] = [];
  for (const address of found) {
    const page = await readPage(address, options).catch(ignoreSource);
    if (page === undefined) continue;
    pages.push(page);
    for (const link of page.links.filter((target) => isBelow(target, url))) {
      if (found.size < maxPages) found.add(link);
    }
  }
  const wanted = [...new Set(pages.flatMap((page) => page.pictures))].slice(0, maxPictures);
  const pictures = await Promise.all(wanted.map((address) => readPicture(address, options).catch(ignoreSource)));
  return {
    pages,
    pictures: pictures.filter((picture) => picture !== undefined),
    total: found.size + wanted.length,
  };
}

async function readPage(url: string, options: FetchOptions): Promise<WebsitePage> {
  const { bytes, contentType } = await fetchSource(url, options);
  const text = bytes.toString('utf8');
  if (contentType === 'text/markdown') {
    return { url, ...withHeadingAsTitle({ title: '', markdown: clip(text), links: [], pictures: [] }) };
  }
  if (contentType !== 'text/html') throw new SourceError('FETCH_FAILED');
  const page = await htmlToMarkdown(text, new URL(url));
  return { ...page, url, markdown: clip(page.markdown) };
}

const clip = (text: string) => text.slice(0, maxMarkdown).toWellFormed();

async function readPicture(url: string, options: FetchOptions): Promise<WebsitePicture> {
  const { bytes, contentType } = await fetchSource(url, options);
  if (!pictureTypes.has(contentType)) throw new SourceError('FETCH_FAILED');
  return { url, contentType, bytes, name: new URL(url).pathname.split('/').at(-1) || 'picture' };
}

function ignoreSource(error: unknown): undefined {
  if (!(error instanceof SourceError)) throw error;
}

/** Whether an address is on the imported host. */
const isBelow = (link: string, url: string) => new URL(link).origin === new URL(url).origin;

function withoutFragment(url: string): string {
  const { href, hash } = new URL(url);
  return url.startsWith('data:') ? url : href.slice(0, href.length - hash.length);
}
