import { createServer } from 'node:http';
import { useResponseCache as responseCache } from '@graphql-yoga/plugin-response-cache';
import DataLoader from 'dataloader';
import { createSchema, createYoga } from 'graphql-yoga';
import { Agent, type Dispatcher, request } from 'undici';
import { type RestContext, resolvers } from './resolvers.ts';
import type { Rest } from './rest.ts';
import { typeDefs } from './schema.ts';
import { announce, keepsResponses, upstreamUrl } from './subject.ts';

// A GraphQL Yoga as a careful hand writes it: a DataLoader for each request, undici, a bounded number of connections.

const dispatcher = new Agent({ connections: 64 });

async function json(response: Promise<Dispatcher.ResponseData>): Promise<unknown> {
  const { statusCode, body } = await response;
  if (statusCode >= 300) throw new Error(`REST answered ${statusCode}.`);
  return body.json();
}

function restFor(authorization: string): Rest {
  const loader = new DataLoader((paths: readonly string[]) =>
    Promise.all(paths.map((path) => json(request(upstreamUrl + path, { dispatcher, headers: { authorization } })))),
  );
  return {
    get: <Body>(path: string) => loader.load(path) as Promise<Body>,
    post: <Body>(path: string, body: unknown) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const options = { method: 'POST', dispatcher, headers, body: JSON.stringify(body) } as const;
      return json(request(upstreamUrl + path, options)) as Promise<Body>;
    },
  };
}

const yoga = createYoga({
  schema: createSchema<RestContext>({ typeDefs, resolvers }),
  context: ({ request: { headers } }) => ({ rest: restFor(headers.get('authorization') ?? '') }),
  graphiql: false,
  landingPage: false,
  logging: false,
  plugins: keepsResponses ? [responseCache({ session: ({ headers }) => headers.get('authorization') })] : [],
});
const server = createServer(yoga);
server.listen(0, '127.0.0.1', () => announce(server));
