import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, inputFor, isList, type World } from '../support/sandbox/sandbox-world.ts';

/** A URL of a response, with the path of its field: `sites.list items.urls.published`. */
interface Found {
  url: string;
  field: string;
}

/**
 * Fields whose URLs belong to other services: the customer's identity provider, repository, domain and sources, and the
 * schema that the contract quotes.
 */
const external = [
  /[.]ssoURL$/,
  /(?:^|[.])entityID$/,
  /[.]gitSync[.]url$/,
  /[.]git[.]url$/,
  /[.]proxy[.]origin$/,
  /[.]sourceURL$/,
  /[.]jsonSchema[.][$](?:schema|id)$/,
  /[.]targetReference[.]url$/,
  /[.]filesystem[.]/,
];

/** The content types of the responses, by the start of the path. */
const contentTypes: [RegExp, RegExp][] = [
  [/^\/v1\//, /^application\/json/],
  [/^\/files\/pdf\//, /^application\/pdf$/],
  [/^\/files\/openapi\//, /^application\/json/],
  [/^\/files\/.+[.]png$/, /^image\/png$/],
  [/^\/files\/.+[.]svg$/, /^image\/svg\+xml/],
  [/^\/files\/.+[.]csv$/, /^text\/csv/],
  [/^\/files\/.+[.]pdf$/, /^application\/pdf$/],
  [/^\/files\/.+[.]json$/, /^application\/json/],
  [/^\/(?:app|sites)(?:\/|$)/, /^text\/html/],
];

let api: SandboxCalls;
let world: World;
let found: Found[];
beforeAll(async () => {
  api = await startSandboxCalls();
  world = await exploreSandbox(api);
  found = await urlsOfAllGets();
});
afterAll(() => api.sandbox.close());

describe('the URLs of all responses', () => {
  it('are of many fields', () => {
    const fields = new Set(found.map(({ field }) => field.replace(/^.* /, '')));
    for (const name of ['downloadURL', 'photoURL', 'location', 'app', 'published', 'public', 'startURL', 'logo']) {
      expect([...fields].some((field) => field.endsWith(name))).toBe(true);
    }
  });

  it('are addresses of the sandbox, except those that belong to other services', () => {
    const others = found.filter(({ url }) => !url.startsWith(`${api.url}/`));
    expect(others.filter(({ field }) => !external.some((pattern) => pattern.test(field)))).toEqual([]);
    expect(found.length - others.length).toBeGreaterThan(200);
  });

  it('can be followed, and have the right type', async () => {
    const own = new Set(found.map(({ url }) => url).filter((url) => url.startsWith(`${api.url}/`)));
    const wrong = [];
    for (const url of own) {
      const problem = await problemOf(url);
      if (problem !== undefined) wrong.push(problem);
    }
    expect(wrong).toEqual([]);
  });
});

async function problemOf(url: string): Promise<string | undefined> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${sandboxTokens.admin}` } });
  const bytes = await response.arrayBuffer();
  const type = response.headers.get('content-type') ?? '';
  const expected = contentTypes.find(([path]) => path.test(new URL(url).pathname))?.[1];
  if (response.status === 200 && expected?.test(type) && bytes.byteLength > 0) return undefined;
  return `${response.status} ${type} ${url}`;
}

/** The URLs in the responses of every GET of the contract; of those with a share key, also in the responses with it. */
async function urlsOfAllGets(): Promise<Found[]> {
  const urls = new Map<string, Found>();
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const input = inputFor(world, endpoint);
    const query = { ...(input.query as object), ...(isList(endpoint) ? { limit: 20 } : {}) };
    collect(await api.call(endpoint, { ...input, query }), endpoint.id, urls);
  }
  return [...urls.values()];
}

function collect(value: unknown, field: string, urls: Map<string, Found>): void {
  if (typeof value === 'string') {
    if (/^https?:\/\/\S+$/.test(value)) urls.set(`${field} ${value}`, { url: value, field });
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, field, urls);
  } else if (value !== null && typeof value === 'object') {
    // The URL of an inactive share link leads nowhere.
    if ('active' in value && value.active === false) return;
    for (const [name, item] of Object.entries(value)) collect(item, `${field}.${name}`, urls);
  }
}
