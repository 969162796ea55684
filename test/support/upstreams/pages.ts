import { json, type Reply } from './fault-upstream.ts';

/** Serves a list in pages of `size`, regardless of the limit; a page's token is its start index. */
export function pagesOf(items: readonly unknown[], size = items.length): Reply {
  return (response, request) => {
    const from = Number(new URL(request.url, 'http://upstream').searchParams.get('page') ?? 0);
    const to = from + size;
    const next = to < items.length ? { next: { page: String(to) } } : {};
    json({ items: items.slice(from, to), count: items.length, ...next })(response, request);
  };
}
