import { isJsonObject, type JsonObject } from '../../engine/contract/json.ts';
import { DocumentError } from './document-error.ts';
import { References } from './references.ts';
import { type RawSchema, SchemaReader } from './schema-reader.ts';

/** One operation of an OpenAPI document. */
export interface DocumentOperation {
  /** Upper case. */
  readonly method: string;
  /** From `/v1` on, with the document's names of path parameters. */
  readonly path: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly DocumentParameter[];
  readonly body: DocumentBody | undefined;
  /** By status: `200`, `2XX`, `default`. */
  readonly responses: ReadonlyMap<string, DocumentContent>;
}

export interface DocumentParameter {
  readonly name: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly place: string;
  readonly isRequired: boolean;
  readonly schema: RawSchema;
  /** Whether a list repeats the parameter's name, as the gateway sends it. */
  readonly isRepeated: boolean;
}

/** What a message carries. */
export interface DocumentContent {
  /** Its media types; none if it carries nothing. */
  readonly mediaTypes: readonly string[];
  /** The schema of its JSON; undefined where it carries none. */
  readonly schema: RawSchema | undefined;
}

export interface DocumentBody extends DocumentContent {
  readonly isRequired: boolean;
}

export interface OpenApiDocument {
  readonly operations: readonly DocumentOperation[];
  readonly reader: SchemaReader;
}

/** Most operations that are read. */
const maxOperations = 10_000;

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Reads a parsed OpenAPI document. Throws a DocumentError for one that is not of version 3.0 or 3.1, or not valid. */
export function readOpenApi(document: unknown): OpenApiDocument {
  if (!isJsonObject(document)) throw new DocumentError('The file is no OpenAPI document: it has to be an object.');
  const { openapi, paths } = document;
  if (typeof openapi !== 'string' || !/^3\.[01](\.|$)/.test(openapi)) {
    throw new DocumentError('The file is no OpenAPI document of version 3.0 or 3.1: see its "openapi" field.');
  }
  if (!isJsonObject(paths)) throw new DocumentError('The OpenAPI document has no "paths".');
  const references = new References(document);
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const resolved = references.resolve(item);
    return isJsonObject(resolved) ? operationsOf(versioned(path), resolved, references) : [];
  });
  if (operations.length > maxOperations) {
    throw new DocumentError(`The OpenAPI document has more than ${maxOperations} operations.`);
  }
  return { operations, reader: new SchemaReader(references) };
}

/** Documents may leave out the version, which the base address then has, or continue another base address. */
function versioned(path: string): string {
  const start = path.indexOf('/v1/');
  return start === -1 ? `/v1${path}` : path.slice(start);
}

function operationsOf(path: string, item: JsonObject, references: References): DocumentOperation[] {
  const shared = parametersIn(item.parameters, references);
  return methods.flatMap((method) => {
    const operation = Object.hasOwn(item, method) ? item[method] : undefined;
    if (!isJsonObject(operation)) return [];
    const own = parametersIn(operation.parameters, references);
    const isOverridden = ({ name, place }: DocumentParameter) =>
      own.some((other) => other.name === name && other.place === place);
    return {
      method: method.toUpperCase(),
      path,
      isDeprecated: operation.deprecated === true,
      parameters: [...shared.filter((one) => !isOverridden(one)), ...own],
      body: bodyIn(operation.requestBody, references),
      responses: responsesIn(operation.responses, references),
    };
  });
}

function parametersIn(list: unknown, references: References): DocumentParameter[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => {
    const parameter = references.resolve(one);
    if (!isJsonObject(parameter)) return [];
    const { name, in: place, required, schema, style = 'form', explode, content } = parameter;
    if (typeof name !== 'string' || typeof place !== 'string') return [];
    const isRepeated = style === 'form' && explode !== false;
    return { name, place, isRequired: required === true, schema: schema ?? contentIn(content).schema, isRepeated };
  });
}

function bodyIn(value: unknown, references: References): DocumentBody | undefined {
  const body = references.resolve(value);
  return isJsonObject(body) ? { ...contentIn(body.content), isRequired: body.required === true } : undefined;
}

function responsesIn(value: unknown, references: References): Map<string, DocumentContent> {
  const responses = new Map<string, DocumentContent>();
  if (!isJsonObject(value)) return responses;
  for (const [status, one] of Object.entries(value)) {
    const response = references.resolve(one);
    if (isJsonObject(response)) responses.set(status.toUpperCase(), contentIn(response.content));
  }
  return responses;
}

function contentIn(content: unknown): DocumentContent {
  if (!isJsonObject(content)) return { mediaTypes: [], schema: undefined };
  const mediaTypes = Object.keys(content);
  const json = mediaTypes.find((type) => /^(application\/(.+\+)?json|\*\/\*|application\/\*)\s*(;|$)/i.test(type));
  const media = json === undefined ? undefined : content[json];
  const schema = json === undefined ? undefined : isJsonObject(media) ? (media.schema ?? {}) : {};
  return { mediaTypes, schema };
}
