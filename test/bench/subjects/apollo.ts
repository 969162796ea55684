import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl';
import { startStandaloneServer } from '@apollo/server/standalone';
import responseCache from '@apollo/server-plugin-response-cache';
import { type RestContext, resolvers } from './resolvers.ts';
import type { Rest } from './rest.ts';
import { typeDefs } from './schema.ts';
import { announceUrl, keepsResponses, upstreamUrl } from './subject.ts';

// A plain Apollo Server: standalone, fetch, no loaders, as most people write their first one.

async function json<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`REST answered ${response.status}.`);
  return (await response.json()) as Body;
}

function restFor(authorization: string): Rest {
  return {
    get: async (path) => json(await fetch(upstreamUrl + path, { headers: { authorization } })),
    post: async (path, body) => {
      const headers = { authorization, 'content-type': 'application/json' };
      return json(await fetch(upstreamUrl + path, { method: 'POST', headers, body: JSON.stringify(body) }));
    },
  };
}

/** Results are kept for an hour, for each token alone. */
const keeping = (): ApolloServerPlugin<RestContext>[] => [
  ApolloServerPluginCacheControl({ defaultMaxAge: 3600 }),
  responseCache({
    extraCacheKeyData: async ({ request }) => request.http?.headers.get('authorization') ?? null,
  }),
];

const server = new ApolloServer<RestContext>({ typeDefs, resolvers, plugins: keepsResponses ? keeping() : [] });
const { url } = await startStandaloneServer(server, {
  listen: { host: '127.0.0.1', port: 0 },
  context: async ({ req }) => ({ rest: restFor(req.headers.authorization ?? '') }),
});
announceUrl(`${url}graphql`);
