import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import type { Gateway } from '../../../src/server/gateway.ts';

/** Where every server serves GraphQL. */
export const mountedAt = '/api/graphql';

/** A server of an embedder, with a gateway mounted in it. */
export interface EmbeddingServer {
  /** Undefined where requests do not come over HTTP. */
  origin?: string;
  /** Sends a request to the mounted gateway, over HTTP where the server is one. */
  send(init: RequestInit, search?: string): Promise<Response>;
  /** Sends a request for the SDL. */
  sendForSdl(init: RequestInit, search?: string): Promise<Response>;
  /** Sends a request for another form of the SDL, by the name in its path. */
  sendForSdlForm(form: string): Promise<Response>;
  close(): Promise<void>;
}

/** Each way to embed a gateway, by its name. */
export const embeddings: Readonly<Record<string, (gateway: Gateway) => Promise<EmbeddingServer>>> = {
  'its own server': async (gateway) =>
    overHttp(await gateway.listen(), ['/graphql', '/schema.graphql'], async () => {}),
  'node:http': (gateway) =>
    listen((request, response) => {
      if (request.url?.startsWith(mountedAt)) gateway.handler(request, response);
      else response.writeHead(404).end();
    }),
  'Express 5': (gateway) => listen(express().use(mountedAt, gateway.handler)),
  'Express 5 after its body parser': (gateway) => listen(express().use(express.json()).use(mountedAt, gateway.handler)),
  Fastify: async (gateway) => {
    const app = fastify();
    await app.register(gateway.plugin, { prefix: '/api', schemaPath: '/sdl.graphql' });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    return overHttp(origin, [mountedAt, '/api/sdl.graphql'], () => app.close());
  },
  Hono: async (gateway) => {
    const app = new Hono().basePath('/api').all('/graphql/*', (context) => gateway.fetch(context.req.raw));
    return onRequests((request) => Promise.resolve(app.fetch(request)));
  },
  'a route handler': async (gateway) => {
    const route = (request: Request) => gateway.fetch(request);
    return onRequests(route);
  },
};

async function listen(listener: RequestListener): Promise<EmbeddingServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return overHttp(`http://127.0.0.1:${port}`, paths, () => closed(server));
}

type Paths = readonly [graphql: string, sdl: string];

const paths: Paths = [mountedAt, `${mountedAt}/schema.graphql`];

const formPath = (sdl: string, form: string) => sdl.replace('.graphql', `.${form}.graphql`);

function overHttp(origin: string, [graphql, sdl]: Paths, close: () => Promise<unknown>): EmbeddingServer {
  return {
    origin,
    send: (init, search = '') => fetch(`${origin}${graphql}${search}`, init),
    sendForSdl: (init, search = '') => fetch(`${origin}${sdl}${search}`, init),
    sendForSdlForm: (form) => fetch(`${origin}${formPath(sdl, form)}`),
    close: async () => void (await close()),
  };
}

function onRequests(handle: (request: Request) => Promise<Response>): EmbeddingServer {
  const send = (path: string) => (init: RequestInit, search?: string) =>
    handle(new Request(`https://app.example${path}${search ?? ''}`, init));
  return {
    send: send(paths[0]),
    sendForSdl: send(paths[1]),
    sendForSdlForm: (form) => send(formPath(paths[1], form))({}),
    close: async () => {},
  };
}

async function closed(server: Server): Promise<void> {
  const end = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await end;
}
