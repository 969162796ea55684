import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import type { GraphQLClient, Variables } from 'graphql-request';
import { toe } from 'graphql-toe';

/**
 * Executes a document of the strict form, with a client whose `errorPolicy` is 'all'. A field with an error throws the
 * error when it is read; all other fields can be read.
 */
export async function read<Data extends Record<string, unknown>, Vars extends Variables>(
  client: GraphQLClient,
  document: TypedDocumentNode<Data, Vars>,
  variables: Vars,
): Promise<Data> {
  return toe<Data>(await client.rawRequest<Data>({ query: print(document), variables }));
}
