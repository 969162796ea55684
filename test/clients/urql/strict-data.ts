import type { AnyVariables, OperationResult } from '@urql/core';
import { toe } from 'graphql-toe';

/**
 * The data of a document of the strict form. A field with an error throws the error when it is read.
 * @throws the error of a request without a response
 */
export function strictData<Data extends Record<string, unknown>>({ data, error }: OperationResult<Data, AnyVariables>) {
  if (error?.networkError) throw error;
  return toe<Data>({ data, errors: error?.graphQLErrors as Parameters<typeof toe>[0]['errors'] });
}
