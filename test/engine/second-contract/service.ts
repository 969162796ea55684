import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Book, type Collection, maxLimit } from './contract.ts';

/** A small REST service with the dialect of the library. */
export class LibraryService {
  readonly collections: Collection[] = ['novels', 'poems', 'maps'].map((code) => ({ code, title: `All ${code}` }));
  /** By the codes of their collections. Every fourth one is a magazine. */
  readonly books = new Map<string, Book[]>(this.collections.map(({ code }) => [code, booksIn(code)]));
  /** Method and URL of each request. */
  readonly requests: string[] = [];
  /** Replaces the total of every list. */
  total: unknown = undefined;
  readonly #server: Server = createServer((request, response) => {
    this.#respond(request, response).catch((error: Error) => response.destroy(error));
  });

  async start(): Promise<URL> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${request.method} ${request.url}`);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://library');
    const body = await text(request);
    const [, , , collection, part, book] = pathname.split('/').map(decodeURIComponent);
    const { status, json } = this.#result({ collection, part, book }, searchParams, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }

  #result(
    { collection, part, book }: Record<'collection' | 'part' | 'book', string | undefined>,
    query: URLSearchParams,
    body: string,
  ) {
    if (collection === undefined) return this.#page(this.collections, query);
    const record = this.collections.find(({ code }) => code === collection);
    const books = this.books.get(collection);
    if (record === undefined || books === undefined) return rejection(400, 'no_such_record', `No ${collection} here.`);
    if (part === undefined) return { status: 200, json: record };
    if (body !== '') return add(books, JSON.parse(body));
    if (book !== undefined) {
      const found = books.find(({ code }) => code === book);
      return found ? { status: 200, json: found } : rejection(400, 'no_such_record', `No ${book} here.`);
    }
    const search = query.get('search') ?? '';
    return this.#page(
      books.filter(({ title }) => title.includes(search)),
      query,
    );
  }

  #page(all: readonly object[], query: URLSearchParams) {
    const start = Number(query.get('start') ?? 0);
    const size = Number(query.get('size') ?? 2);
    if (!(size >= 1 && size <= maxLimit)) return rejection(422, 'bad_size', `The size ${size} is not allowed.`);
    return { status: 200, json: { data: all.slice(start, start + size), meta: { total: this.total ?? all.length } } };
  }
}

function add(books: Book[], { title }: Pick<Book, 'title'>) {
  if (books.some((one) => one.title === title)) return rejection(400, 'title_taken', `${title} is there already.`);
  const book = { type: 'book', code: `new-${books.length}`, title };
  books.push(book);
  return { status: 201, json: book };
}

function rejection(status: number, code: string, detail: string) {
  return { status, json: { errors: [{ code, detail }] } };
}

function booksIn(collection: string): Book[] {
  return Array.from({ length: 11 }, (_, i) => ({
    type: i % 4 === 3 ? 'magazine' : 'book',
    code: `${collection}-${i}`,
    title: `Volume ${i}`,
    ...(i === 0 && { sequel: `${collection}-1` }),
  }));
}
