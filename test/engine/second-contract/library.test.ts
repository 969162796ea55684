import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, globalId, runAtOnce } from '../../../src/engine/engine.ts';
import { decodeId } from '../../../src/engine/relay/global-id.ts';
import { entities, restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { BookEntity, CollectionEntity, contract } from './contract.ts';
import { Library } from './library.ts';
import { createLibrarySchema } from './schema.ts';

let library: Library;

beforeAll(async () => {
  library = await Library.start();
});

afterAll(() => library.close());

const books = '/library/collections/novels/books';
const volumes = (...numbers: number[]) => numbers.map((n) => ({ restId: `novels-${n}`, title: `Volume ${n}` }));
/** The books of a collection: every fourth item of the list is a magazine. */
const allBooks = [0, 1, 2, 4, 5, 6, 8, 9, 10];

describe('an engine over a contract of another dialect', () => {
  it('reads nested records, and starts children with their parents', async () => {
    const { data, errors, calls } = await library.run(`{
      collection(id: "novels") { title book(id: "novels-0") { title sequel { title collection { restId } } } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      collection: {
        title: 'All novels',
        book: { title: 'Volume 0', sequel: { title: 'Volume 1', collection: { restId: 'novels' } } },
      },
    });
    expect(calls.sort()).toEqual(['GET /library/collections/novels', `GET ${books}/novels-0`, `GET ${books}/novels-1`]);
  });

  it('reuses the records of a list', async () => {
    const { data, calls } = await library.run('{ collections(first: 2) { nodes { id title } totalCount } }');
    expect(data).toEqual({
      collections: {
        nodes: ['novels', 'poems'].map((collectionId) => ({
          id: globalId(CollectionEntity, { collectionId }),
          title: `All ${collectionId}`,
        })),
        totalCount: 3,
      },
    });
    expect(calls).toEqual(['GET /library/collections?size=2']);
  });

  it('returns records of one kind, where the list holds others', async () => {
    const { data, calls, plannedCalls } = await library.run(
      '{ collection(id: "novels") { books(first: 100) { nodes { restId title } totalCount pageInfo { hasNextPage } } } }',
    );
    expect(data).toEqual({
      collection: {
        books: { nodes: volumes(...allBooks), totalCount: 11, pageInfo: { hasNextPage: false } },
      },
    });
    expect(calls).toEqual([`GET ${books}?size=4`, `GET ${books}?size=4&start=4`, `GET ${books}?size=4&start=8`]);
    // A page holds at most four of the hundred items that are requested.
    expect(plannedCalls).toBe(25);
  });

  it.each([1, 2, 3, 4, 5, 7, 9])('continues behind every cursor in windows of %d', async (first) => {
    const query = `query ($first: Int, $after: String) { collection(id: "novels") {
      books(first: $first, after: $after) { edges { cursor node { restId title } } pageInfo { hasNextPage hasPreviousPage endCursor } }
    } }`;
    const whole = await library.run(query, { first: 100 });
    const { edges } = booksOf(whole.data);
    expect(edges.map(({ node }) => node)).toEqual(volumes(...allBooks));
    for (const [i, { cursor }] of edges.entries()) {
      const { data } = await library.run(query, { first, after: cursor });
      const window = booksOf(data);
      expect(window.edges.map(({ node }) => node)).toEqual(volumes(...allBooks.slice(i + 1, i + 1 + first)));
      expect(window.pageInfo.hasPreviousPage).toBe(true);
    }
    const walked: unknown[] = [];
    for (let after: string | null = null, hasNext = true; hasNext; ) {
      const { edges: window, pageInfo } = booksOf((await library.run(query, { first, after })).data);
      walked.push(...window.map(({ node }) => node));
      after = pageInfo.endCursor;
      hasNext = pageInfo.hasNextPage;
    }
    expect(walked).toEqual(volumes(...allBooks));
  });

  it('rejects cursors of other lists, and positions that the dialect does not have', async () => {
    const query = 'query ($after: String) { collections(after: $after) { nodes { id } } }';
    const own = await library.run('{ collections(first: 1) { pageInfo { endCursor } } }');
    const { endCursor } = (own.data as { collections: { pageInfo: { endCursor: string } } }).collections.pageInfo;
    const [version, list] = Buffer.from(endCursor, 'base64url').toString().split('.');
    const cursors = [`${version}.${list}.4.0.token`, `${version}.${list}.5.0`, `${version}.otherone.4.0`];
    for (const text of cursors) {
      const { errors, calls } = await library.run(query, { after: Buffer.from(text).toString('base64url') });
      expect(errors?.[0]?.extensions, text).toEqual({ code: 'BAD_USER_INPUT' });
      expect(calls).toEqual([]);
    }
    expect((await library.run(query, { after: endCursor })).errors).toBeUndefined();
  });

  it("maps the service's own codes and messages", async () => {
    const { data, errors } = await library.run('{ collection(id: "atlases") { title } }');
    expect(data).toEqual({ collection: null });
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'No atlases here.',
        path: ['collection'],
        extensions: {
          code: 'NOT_FOUND',
          rest: {
            operation: 'collections.get',
            method: 'GET',
            path: '/library/collections/{collectionId}',
            status: 400,
          },
        },
      }),
    ]);
  });

  it('reports an envelope that breaks the dialect', async () => {
    library.service.total = 'many';
    try {
      const { errors } = await library.run('{ collections { nodes { id } } }');
      expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
        [
          'The service\'s response to collections.list has a value of another type than the contract says in "meta".',
          'UPSTREAM_CONTRACT',
        ],
      ]);
    } finally {
      library.service.total = undefined;
    }
  });

  it('ends a list whose total is too high at its first empty page', async () => {
    library.service.total = 50;
    try {
      const { data, calls } = await library.run('{ collections { nodes { restId } pageInfo { hasNextPage } } }');
      expect(data).toEqual({
        collections: {
          nodes: ['novels', 'poems', 'maps'].map((restId) => ({ restId })),
          pageInfo: { hasNextPage: false },
        },
      });
      expect(calls).toEqual(['GET /library/collections?size=4', 'GET /library/collections?size=4&start=3']);
    } finally {
      library.service.total = undefined;
    }
  });

  it('writes, and maps what the service rejects', async () => {
    const add = `mutation ($input: AddBookInput!) { addBook(input: $input) {
      book { restId title collection { restId } } userErrors { field message code } clientMutationId
    } }`;
    const input = { collectionId: globalId(CollectionEntity, { collectionId: 'maps' }), clientMutationId: 'm' };
    const added = await library.run(add, { input: { ...input, title: 'Coasts' } });
    expect(added.data).toEqual({
      addBook: {
        book: { restId: 'new-11', title: 'Coasts', collection: { restId: 'maps' } },
        userErrors: [],
        clientMutationId: 'm',
      },
    });
    expect(added.calls).toEqual(['POST /library/collections/maps/books']);
    const again = await library.run(add, { input: { ...input, title: 'Coasts' } });
    expect(again.data).toEqual({
      addBook: {
        book: null,
        userErrors: [{ field: null, message: 'Coasts is there already.', code: 'CONFLICT' }],
        clientMutationId: 'm',
      },
    });
    const long = await library.run(add, { input: { ...input, title: 'x'.repeat(21) } });
    expect(long.data).toMatchObject({ addBook: { userErrors: [{ field: ['title'], code: 'TOO_LONG' }] } });
    expect(long.calls).toEqual([]);
  });

  it('converts REST calls of its contract, and of no other', () => {
    const fromRest = (text: string) => runAtOnce(library.engine.fromRestInSteps(text));
    const { query, variables } = fromRest(`GET ${books}?size=3&start=4`);
    expect(query).toContain('collection(id: $collectionId)');
    expect(variables).toMatchObject({ collectionId: 'novels', first: 3 });
    expect(() => fromRest('GET /v1/orgs')).toThrow('The contract has no operation at "/v1/orgs".');
    expect(() => fromRest('')).toThrow(
      'Paste a curl command, a call of fetch, or a REST path such as /library/collections.',
    );
  });
});

describe('two contracts in one process', () => {
  const bookId = globalId(BookEntity, { collectionId: 'novels', bookId: 'novels-1' });
  const sameId = globalId(CollectionEntity, { collectionId: 'novels' });

  it('decode only global ids of their own entities', async () => {
    const spaceId = globalId(entities.Space, { spaceId: 'novels' });
    expect(decodeId(contract, bookId)?.type).toBe(BookEntity);
    expect(decodeId(restContract, bookId)).toBeUndefined();
    expect(decodeId(restContract, spaceId)?.type).toBe(entities.Space);
    expect(decodeId(contract, spaceId)).toBeUndefined();
    const node = 'query ($id: ID!) { node(id: $id) { id ... on Book { title } } }';
    expect((await library.run(node, { id: bookId })).data).toEqual({ node: { id: bookId, title: 'Volume 1' } });
    const { errors, calls } = await library.run(node, { id: spaceId });
    expect(errors?.map(({ message }) => message)).toEqual(['Not an id of the library.']);
    expect(calls).toEqual([]);
  });

  it('may have entities of the same name', () => {
    expect(globalId(entities.Collection, { collectionId: 'novels' })).toBe(sameId);
    expect(decodeId(contract, sameId)?.type).toBe(CollectionEntity);
    expect(decodeId(restContract, sameId)?.type).toBe(entities.Collection);
  });

  it('are not mixed in one engine', () => {
    const mix = () => createEngine({ contract, schema: createSchema() });
    expect(mix).toThrow(/^\w+ belongs to another contract\.$/);
    expect(() => createEngine({ contract: restContract, schema: createLibrarySchema() })).toThrow(TypeError);
  });
});

interface BookWindow {
  edges: { cursor: string; node: unknown }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}

function booksOf(data: unknown): BookWindow {
  return (data as { collection: { books: BookWindow } }).collection.books;
}
