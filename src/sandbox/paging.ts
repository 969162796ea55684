import { createHash } from 'node:crypto';
import { maxPageSize } from '../engine/contract/operation.ts';
import { badRequest } from './errors.ts';
import type { Paginate } from './handlers.ts';

export interface PageSettings {
  /** Page size where the request gives no `limit`. */
  pageSize: number;
  /** Longest page that is served, whatever the `limit`: a page may then be shorter than asked and still have a next. */
  maxServedPageSize: number;
}

/** What a page is asked of: the list (its address and filters), and the request's `page` and `limit`. */
export interface PageRequest {
  /** Anything that names the list and its filters; a token is refused for any other. */
  list: string;
  page?: string;
  limit?: number;
}

/**
 * Makes the `paginate` of one request. `next` is there only when more follows, `count` is the length of the whole list.
 * A token holds a position in its list, so it works with any `limit`.
 * @throws 400 for a token that the service did not give out for this list.
 */
export function createPaginate({ list, page, limit }: PageRequest, settings: PageSettings): Paginate {
  return (rows, toItem) => {
    const start = page === undefined ? 0 : positionOf(page, list);
    const size = Math.min(limit ?? settings.pageSize, settings.maxServedPageSize, maxPageSize);
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
    throw badRequest('page: this is not a page identifier of this list. Take it from next.page of the page before.');
  }
  return Number(position);
}

/** Binds a token to its list and position, so that tokens can't be made up. */
function digest(position: number, list: string): string {
  return createHash('sha256').update(`${position} ${list}`).digest('base64url').slice(0, 12);
}
