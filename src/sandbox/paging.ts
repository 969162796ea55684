import { createHash } from 'node:crypto';
import { badRequest } from './errors.ts';
import type { Paginate } from './handlers.ts';

export interface PageSettings {
  /** Page size of a request without `limit`. */
  pageSize: number;
  /** Maximum size of a page, regardless of `limit`: a page can be shorter than requested and still have a next page. */
  maxServedPageSize: number;
}

/** The list with its filters, and the request's `page` and `limit`. */
export interface PageRequest {
  /** A key for the list and its filters; a page token is valid for this list only. */
  list: string;
  page?: string;
  limit?: number;
}

/**
 * Creates the `paginate` function of one request. `next` is set only if more items follow; `count` is the length of the
 * whole list. A token holds a position in its list, so it works with any `limit`.
 * @throws 400 for a token that does not belong to this list.
 */
export function createPaginate({ list, page, limit }: PageRequest, settings: PageSettings): Paginate {
  return (rows, toItem) => {
    const start = page === undefined ? 0 : positionOf(page, list);
    const size = Math.min(limit ?? settings.pageSize, settings.maxServedPageSize);
    const end = start + size;
    return {
      items: rows.slice(start, end).map(toItem),
      next: end < rows.length ? { page: tokenOf(end, list) } : undefined,
      count: rows.length,
    };
  };
}

function tokenOf(position: number, list: string): string {
  return Buffer.from(`${position}.${digest(position, list)}`).toString('base64url');
}

function positionOf(token: string, list: string): number {
  const [position = ''] = Buffer.from(token, 'base64url').toString().split('.');
  if (tokenOf(Number(position), list) !== token) {
    throw badRequest('query parameter page: not a page token of this list. Use next.page of the previous page.');
  }
  return Number(position);
}

/** Binds a token to its list and position, so that clients cannot construct tokens. */
function digest(position: number, list: string): string {
  return createHash('sha256').update(`${position} ${list}`).digest('base64url').slice(0, 12);
}
