import { contract } from '../../../src/resources/contract.ts';
import type { RestCalls } from './sandbox-calls.ts';

/** The user id of a token, from the claims in the response to a ping. */
export async function userIdOf(api: RestCalls, organizationId: string, token: string): Promise<string> {
  const { serviceVisitorClaims = '' } = await api.call(contract.members.ping, { path: { organizationId } }, token);
  const claims = Buffer.from(serviceVisitorClaims.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { sub: string }).sub;
}
