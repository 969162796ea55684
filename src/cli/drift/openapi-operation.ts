import { isJsonObject, type JsonObject } from '../../engine/engine.ts';
import { basesOf, pathInContract } from './openapi-server.ts';
import type { References } from './references.ts';
import type { RawSchema } from './schema-reader.ts';

export interface DocumentOperation {
  /** Upper case. */
  readonly method: string;
  /** From `/v1` on, with the document's names of path parameters. */
  readonly path: string;
  /** The paths that its servers have before the operation's, up to `/v1` where they have it; none if it states no server. */
  readonly bases: readonly string[];
  /** What it requires in place of a bearer token, one text for each alternative; none if the token is enough. */
  readonly otherCredentials: readonly string[];
  readonly isDeprecated: boolean;
  readonly parameters: readonly DocumentParameter[];
  readonly body: DocumentContent | undefined;
  /** Whether it takes no call without a body. */
  readonly isBodyRequired: boolean;
  /** By status: `200`, `2XX`, `default`. */
  readonly responses: ReadonlyMap<string, DocumentContent>;
}

export interface DocumentParameter {
  readonly name: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly place: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly schema: RawSchema;
  /** How a list, or a value in a path, is written; undefined for the usual way. */
  readonly style: string | undefined;
  /** Whether a list repeats the parameter's name, as the gateway sends it. */
  readonly isRepeated: boolean;
  /** Whether a value is written as JSON, or in another media type. */
  readonly isEncoded: boolean;
}

/** What a message carries. */
export interface DocumentContent {
  /** Its media types; none if it carries nothing. */
  readonly mediaTypes: readonly string[];
  /** The schema of its JSON; undefined where it carries none. */
  readonly schema: RawSchema | undefined;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The operations of one path. `document` has what they have in common. */
export function operationsOf(
  path: string,
  pathItem: unknown,
  document: JsonObject,
  references: References,
): DocumentOperation[] {
  if (!isJsonObject(pathItem)) return [];
  const target = references.resolveObject(pathItem);
  const item: JsonObject = isJsonObject(target) ? { ...target, ...pathItem } : pathItem;
  const shared = parametersIn(item.parameters, references);
  return methods.flatMap((method) => {
    const operation = Object.hasOwn(item, method) ? item[method] : undefined;
    if (!isJsonObject(operation)) return [];
    const own = parametersIn(operation.parameters, references);
    const isOverridden = ({ name, place }: DocumentParameter) =>
      own.some((other) => other.name === name && other.place === place);
    const body = references.resolveObject(operation.requestBody);
    return {
      method: method.toUpperCase(),
      path: pathInContract(path),
      bases: basesOf(path, operation.servers ?? item.servers ?? document.servers),
      otherCredentials: otherCredentialsOf(operation.security ?? document.security, document, references),
      isDeprecated: operation.deprecated === true,
      parameters: [...shared.filter((one) => !isOverridden(one)), ...own],
      body: isJsonObject(body) ? contentIn(body.content, isRequestJson) : undefined,
      isBodyRequired: isJsonObject(body) && body.required === true,
      responses: responsesIn(operation.responses, references),
    };
  });
}

function parametersIn(list: unknown, references: References): DocumentParameter[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => {
    const parameter = references.resolveObject(one);
    if (!isJsonObject(parameter)) return [];
    const { name, in: place, required, deprecated, schema, style, explode, content } = parameter;
    if (typeof name !== 'string' || typeof place !== 'string') return [];
    return {
      name,
      place,
      isRequired: required === true,
      isDeprecated: deprecated === true,
      schema: schema ?? schemaOfFirst(content),
      style: typeof style === 'string' ? style : undefined,
      isRepeated: (style ?? 'form') === 'form' && explode !== false,
      isEncoded: isJsonObject(content),
    };
  });
}

function schemaOfFirst(content: unknown): RawSchema {
  const [media] = isJsonObject(content) ? Object.values(content) : [];
  return isJsonObject(media) ? media.schema : undefined;
}

function responsesIn(value: unknown, references: References): Map<string, DocumentContent> {
  const responses = new Map<string, DocumentContent>();
  if (!isJsonObject(value)) return responses;
  for (const [status, one] of Object.entries(value)) {
    const response = references.resolveObject(one);
    if (isJsonObject(response)) responses.set(status.toUpperCase(), contentIn(response.content, isResponseJson));
  }
  return responses;
}

/** The gateway sends `application/json`: a service that takes another type, or one with a version, does not take that. */
const isRequestJson = (type: string) => /^(application\/(json|\*)|\*\/\*)\s*(;\s*charset=[^;]*)?$/i.test(type);

/** The gateway reads JSON, whatever the type says. */
const isResponseJson = (type: string) => /^(application\/(.+\+)?json|\*\/\*|application\/\*)\s*(;|$)/i.test(type);

const isPlainJson = (type: string) => /^application\/json\s*(;|$)/i.test(type);

function contentIn(content: unknown, isJson: (type: string) => boolean): DocumentContent {
  if (!isJsonObject(content)) return { mediaTypes: [], schema: undefined };
  const mediaTypes = Object.keys(content);
  const all = mediaTypes.filter(isJson);
  const json = all.find(isPlainJson) ?? all[0];
  const media = json === undefined ? undefined : content[json];
  const schema = json === undefined ? undefined : isJsonObject(media) ? (media.schema ?? {}) : {};
  return { mediaTypes, schema };
}

/**
 * What an operation requires in place of a bearer token in `Authorization`, one text for each alternative: `an API key in the
 * header "X-Key"`. None if the token is enough for one of the alternatives, or if none is stated.
 */
function otherCredentialsOf(security: unknown, document: JsonObject, references: References): readonly string[] {
  if (!Array.isArray(security)) return [];
  const alternatives = security
    .filter(isJsonObject)
    .map((requirement) =>
      Object.keys(requirement).flatMap((name) => otherCredential(schemeNamed(name, document, references)) ?? []),
    );
  const isTokenEnough = alternatives.some((others) => others.length === 0);
  return isTokenEnough ? [] : alternatives.map((others) => others.join(' and '));
}

function schemeNamed(name: string, { components }: JsonObject, references: References): JsonObject {
  const schemes = isJsonObject(components) ? components.securitySchemes : undefined;
  const scheme = isJsonObject(schemes) && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  const target = references.resolveObject(scheme);
  return isJsonObject(target) ? target : {};
}

/** What a scheme requires; undefined where a bearer token fulfils it, or where it is not known. */
function otherCredential({ type, scheme, in: place, name }: JsonObject): string | undefined {
  if (type === 'http' && !/^bearer$/i.test(String(scheme)))
    return `HTTP authentication of the scheme ${quoted(scheme)}`;
  if (type === 'mutualTLS') return 'a client certificate';
  if (type !== 'apiKey') return undefined;
  const isAuthorization = place === 'header' && /^authorization$/i.test(String(name));
  return isAuthorization ? undefined : `an API key in the ${placeName(place)} ${quoted(name)}`;
}

const placeName = (place: unknown) =>
  place === 'query' ? 'query parameter' : place === 'cookie' ? 'cookie' : 'header';

/** Most characters of a name in a message. */
const maxCharacters = 60;

const quoted = (name: unknown) => JSON.stringify(String(name).slice(0, maxCharacters).toWellFormed());
