import { isJsonObject, segmentProblem } from '../../engine/engine.ts';

/** Whether a value can be a user's REST id: a text that a path can contain. */
export function isUserId(value: unknown): value is string {
  return typeof value === 'string' && segmentProblem(value) === undefined;
}

/**
 * The user's id in a claim of the JWT that a header `Authorization` holds; undefined where there is none. The token is NOT
 * verified: that is the task of who declares it trusted.
 */
export function claimOf(authorization: string | undefined, claim: string): string | undefined {
  const [, payload] = /^bearer +[\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization ?? '') ?? [];
  const claims = payload === undefined ? undefined : parsed(Buffer.from(payload, 'base64url').toString());
  if (!isJsonObject(claims) || !Object.hasOwn(claims, claim)) return undefined;
  const { [claim]: userId } = claims;
  return isUserId(userId) ? userId : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
