import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { type Entity, readsOf } from '../../../src/engine/contract/entity.ts';
import { Reference } from '../../../src/engine/data/reference.ts';
import { badUserInput, defineSchema } from '../../../src/engine/engine.ts';
import { action } from '../../../src/engine/fields/action.ts';
import { connection } from '../../../src/engine/fields/connection.ts';
import { lookup } from '../../../src/engine/fields/lookup.ts';
import { nodes } from '../../../src/engine/fields/nodes.ts';
import { toOne, toParent } from '../../../src/engine/fields/to-one.ts';
import type { ConnectionArguments } from '../../../src/engine/relay/connection.ts';
import { checkKey, decodeId, keyBelow, keyOf } from '../../../src/engine/relay/global-id.ts';
import { BookEntity, CollectionEntity, collections, contract } from './contract.ts';

const typeDefs = `
  interface Node { id: ID! }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type Query {
    node(id: ID!): Node
    collection(id: ID!): Collection
    collections(first: Int, after: String): CollectionConnection
  }
  type Collection implements Node {
    id: ID!
    restId: ID!
    title: String
    book(id: ID!): Book
    books(first: Int, after: String, search: String): BookConnection
  }
  type Book implements Node { id: ID! restId: ID! title: String collection: Collection! sequel: Book }
  type CollectionConnection { nodes: [Collection!]! edges: [CollectionEdge!]! pageInfo: PageInfo! totalCount: Int }
  type CollectionEdge { node: Collection! cursor: String! }
  type BookConnection { nodes: [Book!]! edges: [BookEdge!]! pageInfo: PageInfo! totalCount: Int }
  type BookEdge { node: Book! cursor: String! }
  type Mutation { addBook(input: AddBookInput!): AddBookPayload! }
  input AddBookInput { collectionId: ID! title: String clientMutationId: String }
  type AddBookPayload { book: Book userErrors: [UserError!]! clientMutationId: String }
  type UserError { field: [String!] message: String! code: String! }
`;

type CollectionReference = Reference<typeof CollectionEntity>;

function refer(id: string): Reference {
  const decoded = decodeId(contract, id);
  if (decoded === undefined) throw badUserInput('Not an id of the library.');
  checkKey(decoded.key);
  return Reference.to<Entity>(decoded.type, decoded.key);
}

const resolvers = {
  Query: {
    node: nodes({
      endpoints: [CollectionEntity, BookEntity].flatMap(readsOf),
      isList: false,
      ids: ({ id }: { id: string }) => [id],
      refer,
      entityOf: (id) => decodeId(contract, id)?.type,
    }),
    collection: lookup(
      collections.get,
      (_: unknown, { id }: { id: string }) => ({ path: keyBelow(CollectionEntity, {}, id) }),
      CollectionEntity,
    ),
    collections: connection(collections.list, () => ({ path: {} }), CollectionEntity),
  },
  Collection: {
    book: lookup(
      collections.book,
      ({ key }: CollectionReference, { id }: { id: string }) => ({ path: keyBelow(BookEntity, key, id) }),
      BookEntity,
    ),
    books: connection(
      collections.books,
      ({ key }: CollectionReference, { search }: ConnectionArguments & { search?: string | null }) => ({
        path: key,
        query: { search },
      }),
      BookEntity,
    ),
  },
  Book: {
    collection: toParent(CollectionEntity),
    sequel: toOne<typeof BookEntity, typeof BookEntity>(BookEntity, ({ sequel }, { collectionId }) =>
      sequel === undefined ? null : { collectionId, bookId: sequel },
    ),
  },
  Mutation: {
    addBook: action(
      collections.addBook,
      ({ collectionId, title }: { collectionId: string; title: string }) => ({
        path: keyOf(CollectionEntity, collectionId),
        body: { title },
      }),
      ({ record }) => ({ book: record(BookEntity) }),
    ),
  },
};

/** The library's GraphQL schema, made with the engine's builders. */
export function createLibrarySchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: { Node: { __resolveType: ({ entity }: Reference) => entity.name } },
  });
  return defineSchema(schema, resolvers, { contract, ids: {}, pathSegments: new Set(['id']) });
}
