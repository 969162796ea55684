import type { Variables } from '../../engine/operation/document-facts.ts';

/** What of a GraphQL request says which operation it is, with which values. */
interface Posted {
  text: string;
  operationName: string | undefined;
  values: Variables | undefined;
}

/** Names that could reach a prototype, and the escapes that they could be hidden in. */
const suspicious = /"(?:__proto__|constructor)"|\\u/;

/**
 * What the body of a POST asks, in the plainest form that GraphQL over HTTP knows; undefined for any other, and for a
 * body that is not sound.
 */
export function readPosted(body: Buffer): Posted | undefined {
  const text = body.toString();
  if (suspicious.test(text)) return undefined;
  const posted = parse(text);
  if (!isObject(posted)) return undefined;
  const { query, operationName = null, variables = null, extensions = null } = posted;
  if (typeof query !== 'string') return undefined;
  if (operationName !== null && typeof operationName !== 'string') return undefined;
  if (variables !== null && !isObject(variables)) return undefined;
  if (extensions !== null && !(isObject(extensions) && Object.keys(extensions).length === 0)) return undefined;
  return { text: query, operationName: operationName ?? undefined, values: variables ?? undefined };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
