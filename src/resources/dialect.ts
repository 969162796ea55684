import { defineContract } from '../engine/contract/define-contract.ts';
import type { Dialect, PageOf } from '../engine/contract/dialect.ts';

/** How the documentation platform's REST service pages, wraps lists and reports errors (contract part 1, shared shapes and limits). */
export const dialect = {
  basePath: '/v1',
  paging: { kind: 'token', pageParam: 'page', limitParam: 'limit', maxLimit: 1000, next: 'next.page' },
  list: { items: 'items', count: 'count' },
  record: { id: 'id', kind: 'object' },
  // The contract shows no error body: the shapes of RFC 9457 and JSON:API, and those that validators of JSON make.
  errors: {
    messages: ['error.message', 'message', 'detail', 'title', 'error'],
    problems: {
      lists: ['errors', 'error.errors', 'error.details', 'details', 'issues', 'invalid-params', 'message'],
      fields: ['pointer', 'field', 'source.pointer', 'path', 'instancePath', 'name'],
      prefixes: ['data.attributes', 'data', 'body'],
      messages: ['detail', 'message', 'reason', 'title'],
      inMessage: /^["'`]?([a-z][\w.[\]]*)["'`]?(?::| (?:must|should|is|may|can|cannot|has)\b)/,
    },
  },
} as const satisfies Dialect;

/** The page of a list: `next.page` is the token of the next page, absent on the last one. */
export type Page<Item> = PageOf<typeof dialect, Item>;

/** The contract that all resources belong to, and the builders of its endpoints. */
export const { contract: restContract, list, resource } = defineContract(dialect);
