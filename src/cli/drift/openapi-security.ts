import { isJsonObject, type JsonObject } from '../../engine/engine.ts';
import type { References } from './references.ts';

/**
 * What an operation requires in place of a bearer token in `Authorization`, one text for each alternative: `an API key in the
 * header "X-Key"`. None if the token is enough for one of the alternatives, or if none is stated.
 */
export function otherCredentialsOf(security: unknown, document: JsonObject, references: References): readonly string[] {
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
