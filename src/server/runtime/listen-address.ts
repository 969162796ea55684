import { lookup } from 'node:dns/promises';

/**
 * Where Fastify has to listen for a host. For `localhost` it would add a server at each other address, without the listeners of the first one:
 * without GraphQL, limits of connections and the check of `Host`.
 */
export async function listenAddressOf(host: string): Promise<string> {
  return host === 'localhost' ? (await lookup(host)).address : host;
}
