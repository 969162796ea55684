import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import type { RestCalls } from './sandbox-calls.ts';

/** The URL of a web page with a heading and a text. */
export function pageUrl(heading: string, text = ''): string {
  return `data:text/html,${encodeURIComponent(`<h1>${heading}</h1><p>${text}</p>`)}`;
}

/** A valid API specification with one endpoint. */
export const specification = (title: string) => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0' },
  paths: { '/pets': { get: { summary: 'List the pets', responses: { 200: { description: 'The pets' } } } } },
});

/** The URL of a valid API specification. */
export const specificationUrl = (title: string) =>
  `data:application/json,${encodeURIComponent(JSON.stringify(specification(title)))}`;

/** Waits until the sandbox has processed a specification, and resolves to its record. */
export async function processed(api: RestCalls, organizationId: string, specSlug: string) {
  const read = () => api.call(contract.openapiSpecs.get, { path: { organizationId, specSlug } });
  await expect.poll(async () => (await read()).processingState, { timeout: 20_000 }).not.toBe('pending');
  return read();
}

/** Starts an HTTP server on the loopback interface, in the place of a website or of a file server. */
export async function startSource(listener: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, port, requests, close };
}
