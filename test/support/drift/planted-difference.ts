import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import type { OpenApi, OpenApiOperation, OpenApiParameter, OpenApiSchema } from './openapi.ts';

/** A difference that is planted in a document of the style `inline`, and how it has to be reported. */
export interface PlantedDifference {
  kind: string;
  isBreaking: boolean;
  /** The operation that has it, or its method and path where the contract does not have it. */
  operation: string;
  location: string;
  fields: string[];
  plant(document: OpenApi): void;
}

export const entryOf = (document: OpenApi, { path }: Endpoint) =>
  document.paths[path] as Record<string, OpenApiOperation>;
export const operationIn = (document: OpenApi, endpoint: Endpoint) =>
  entryOf(document, endpoint)[endpoint.method.toLowerCase()] as OpenApiOperation;
export const parametersIn = (document: OpenApi, endpoint: Endpoint) =>
  operationIn(document, endpoint).parameters as OpenApiParameter[];
export const parameterIn = (document: OpenApi, endpoint: Endpoint, name: string) =>
  parametersIn(document, endpoint).find((one) => one.name === name) as OpenApiParameter & { schema: OpenApiSchema };
export const jsonOf = (content: Record<string, { schema: OpenApiSchema }> | undefined) =>
  (content as Record<string, { schema: OpenApiSchema }>)['application/json'] as { schema: OpenApiSchema };
export const bodyIn = (document: OpenApi, endpoint: Endpoint) =>
  jsonOf(operationIn(document, endpoint).requestBody?.content).schema as ObjectSchema;
export const resultIn = (document: OpenApi, endpoint: Endpoint) =>
  jsonOf(operationIn(document, endpoint).responses[endpoint.status]?.content).schema as ObjectSchema;
export const itemIn = (document: OpenApi, endpoint: Endpoint) =>
  resultIn(document, endpoint).properties.items?.items as ObjectSchema;

export type ObjectSchema = OpenApiSchema & { properties: Record<string, OpenApiSchema>; required: string[] };

export function remove({ properties, required }: ObjectSchema, name: string): void {
  delete properties[name];
  const index = required?.indexOf(name) ?? -1;
  if (index !== -1) required.splice(index, 1);
}

export function makeOptional({ required }: ObjectSchema, name: string): void {
  required.splice(required.indexOf(name), 1);
}

export const breaking = { isBreaking: true };
export const harmless = { isBreaking: false };
