import type { Operation } from '../../src/engine/contract/operation.ts';
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

export const entryOf = (document: OpenApi, { path }: Operation) =>
  document.paths[path] as Record<string, OpenApiOperation>;
export const operationIn = (document: OpenApi, operation: Operation) =>
  entryOf(document, operation)[operation.method.toLowerCase()] as OpenApiOperation;
export const parametersIn = (document: OpenApi, operation: Operation) =>
  operationIn(document, operation).parameters as OpenApiParameter[];
export const parameterIn = (document: OpenApi, operation: Operation, name: string) =>
  parametersIn(document, operation).find((one) => one.name === name) as OpenApiParameter & { schema: OpenApiSchema };
export const jsonOf = (content: Record<string, { schema: OpenApiSchema }> | undefined) =>
  (content as Record<string, { schema: OpenApiSchema }>)['application/json'] as { schema: OpenApiSchema };
export const bodyIn = (document: OpenApi, operation: Operation) =>
  jsonOf(operationIn(document, operation).requestBody?.content).schema as ObjectSchema;
export const resultIn = (document: OpenApi, operation: Operation) =>
  jsonOf(operationIn(document, operation).responses[operation.status]?.content).schema as ObjectSchema;
export const itemIn = (document: OpenApi, operation: Operation) =>
  resultIn(document, operation).properties.items?.items as ObjectSchema;

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
