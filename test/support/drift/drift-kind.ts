import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import type { OpenApi, OpenApiSchema } from './openapi.ts';
import { bodyIn, parameterIn, resultIn } from './planted-difference.ts';

/** A kind of difference that is planted in one operation of a document, and how it has to be reported. */
export interface DriftKind {
  title: string;
  endpoint: Endpoint;
  kind: string;
  isBreaking: boolean;
  location: string;
  message: string;
  plant(document: OpenApi): void;
}

/** Adds keywords to the schema of a field of a request. */
export const inBody =
  (endpoint: Endpoint, name: string, keywords: OpenApiSchema) =>
  (document: OpenApi): void =>
    void Object.assign(bodyIn(document, endpoint).properties[name] as OpenApiSchema, keywords);

/** Adds keywords to the schema of a request body. */
export const inWholeBody =
  (endpoint: Endpoint, keywords: OpenApiSchema) =>
  (document: OpenApi): void =>
    void Object.assign(bodyIn(document, endpoint), keywords);

/** Replaces the schema of a field of a request. */
export const asBody =
  (endpoint: Endpoint, name: string, schema: unknown) =>
  (document: OpenApi): void => {
    bodyIn(document, endpoint).properties[name] = schema as OpenApiSchema;
  };

/** Adds keywords to the schema of a field of a response. */
export const inResult =
  (endpoint: Endpoint, name: string, keywords: OpenApiSchema) =>
  (document: OpenApi): void =>
    void Object.assign(resultIn(document, endpoint).properties[name] as OpenApiSchema, keywords);

/** Replaces the schema of a field of a response. */
export const asResult =
  (endpoint: Endpoint, name: string, schema: unknown) =>
  (document: OpenApi): void => {
    resultIn(document, endpoint).properties[name] = schema as OpenApiSchema;
  };

/** Adds keywords to the schema of a query parameter. */
export const inQuery =
  (endpoint: Endpoint, name: string, keywords: OpenApiSchema) =>
  (document: OpenApi): void =>
    void Object.assign(parameterIn(document, endpoint, name).schema, keywords);

/** Changes a parameter. */
export const inParameter =
  (endpoint: Endpoint, name: string, changes: object) =>
  (document: OpenApi): void =>
    void Object.assign(parameterIn(document, endpoint, name), changes);
