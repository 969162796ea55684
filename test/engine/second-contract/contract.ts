import { z } from 'zod';
import { defineContract } from '../../../src/engine/contract/define-contract.ts';
import { action, get } from '../../../src/engine/contract/endpoint.ts';
import { entity } from '../../../src/engine/contract/entity.ts';

/** Most items on a page of the library's service. */
export const maxLimit = 4;

/** The contract of a library: offsets, another envelope, other names and other errors than the gateway's own service has. */
const library = defineContract({
  basePath: '/library',
  paging: { kind: 'offset', pageParam: 'start', limitParam: 'size', maxLimit },
  list: { items: 'data', count: 'meta.total' },
  record: { id: 'code', kind: 'type' },
  errors: {
    messages: ['errors.0.detail'],
    codes: { path: 'errors.0.code', statuses: { no_such_record: 404, title_taken: 409 } },
  },
});
export const { contract } = library;
const { list, resource } = library;

const collection = z.object({ code: z.string(), title: z.string() });
const book = z.object({ type: z.string(), code: z.string(), title: z.string(), sequel: z.string().optional() });
export type Collection = z.infer<typeof collection>;
export type Book = z.infer<typeof book>;

const one = '/library/collections/{collectionId}';
const books = `${one}/books` as const;

export const collections = resource('collections', {
  list: list('/library/collections', collection),
  get: get(one, collection),
  books: list(books, book, { search: z.string().optional() }),
  book: get(`${books}/{bookId}`, book),
  addBook: action('POST', books, { body: z.strictObject({ title: z.string().max(20) }), result: book, status: 201 }),
});

/** It has the name of an entity of the gateway's own contract. */
export const CollectionEntity = entity('Collection', [collections.get], [collections.list]);

/** The list also holds magazines. */
export const BookEntity = entity('Book', [collections.book], [collections.books], { kind: 'book' });
