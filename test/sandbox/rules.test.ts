import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/engine/contract/endpoint.ts';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { pathOfSite } from '../support/resources/site-fixtures.ts';
import { copiedSpace } from '../support/resources/space-fixtures.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';

const { changeRequests, siteSections, siteSpaces, sites, spaceComments, spaceContents, spaces } = contract;

/** A fixed time, so that all writes of this file happen in the same millisecond. */
const now = Date.parse('2025-06-16T09:00:00.000Z');

let api: SandboxCalls;
let organizationId: string;
beforeAll(async () => {
  api = await startSandboxCalls({ now: () => now });
  organizationId = (await api.items(contract.organizations.list))[0]?.id ?? '';
});
afterAll(() => api.sandbox.close());

const siteNamed = (title: string) => pathOfSite(api, organizationId, title);
const newSpace = () => copiedSpace(api, organizationId);

describe('the default site space', () => {
  it('is one for the whole site: the default of its default section', async () => {
    const path = await siteNamed('Halcyon Docs');
    const all = await api.items(siteSpaces.list, { path });
    const defaults = await api.items(siteSpaces.list, { path, query: { default: true } });
    expect(defaults).toEqual([all[0]]);
    expect(defaults[0]?.default).toBe(true);
    const others = await api.items(siteSpaces.list, { path, query: { default: false } });
    expect(others).toEqual(all.slice(1));
    expect(others.map((siteSpace) => siteSpace.default)).not.toContain(true);
  });

  it('is the default of the root level if the site has no sections', async () => {
    const spaceIds = [await newSpace(), await newSpace()];
    const { id: siteId } = await api.call(sites.create, { path: { organizationId }, body: { spaces: spaceIds } });
    const path = { organizationId, siteId };
    const atRoot = await api.items(siteSpaces.list, { path, query: { default: true } });
    expect(atRoot.map(({ space }) => space?.id)).toEqual([spaceIds[0]]);
    const section = await api.call(siteSections.create, { path, body: { spaceId: spaceIds[1] ?? '' } });
    const inSection = await api.items(siteSpaces.list, { path, query: { default: true } });
    expect(inSection.map((siteSpace) => siteSpace.section)).toEqual([section.id]);
  });
});

describe('site spaces at the root level', () => {
  it('are the structure of a published site without sections', async () => {
    const [, second] = await api.items(contract.organizations.list);
    const query = { title: 'Tidewater Documentation' };
    const [site] = await api.items(sites.list, { path: { organizationId: second?.id ?? '' }, query });
    const path = { organizationId: second?.id ?? '', siteId: site?.id ?? '' };
    const before = await api.call(sites.published, { path });
    const kinds = (published: typeof before) => published.structure?.structure?.map(({ object }) => object);
    expect(before.structure?.type).toBe('sections');
    expect(new Set(kinds(before))).toEqual(new Set(['site-section']));
    const [placed] = await api.items(siteSpaces.list, { path });
    const spaceId = placed?.space?.id ?? '';
    for (const { id } of await api.items(siteSections.list, { path })) {
      await api.call(siteSections.delete, { path: { ...path, siteSectionId: id } });
    }
    await api.call(siteSpaces.create, { path, body: { spaceId } });
    const flat = await api.call(sites.published, { path });
    expect(flat.structure?.type).toBe('siteSpaces');
    expect(flat.structure?.structure).toMatchObject([{ object: 'site-space', default: true, space: { id: spaceId } }]);
    await api.call(siteSections.create, { path, body: { spaceId } });
    const sectioned = await api.call(sites.published, { path });
    expect(kinds(sectioned)).toEqual(['site-section']);
    expect(sectioned.structure?.type).toBe('sections');
  });
});

describe('an archived change request', () => {
  it('becomes outdated when the main content changes', async () => {
    const path = { spaceId: await newSpace() };
    const { id } = await api.call(changeRequests.create, { path, body: { subject: 'Shelved' } });
    const at = { path: { ...path, changeRequestId: id } };
    const archived = await api.call(changeRequests.update, { ...at, body: { status: 'archived' } });
    expect(archived).toMatchObject({ status: 'archived', outdated: false });
    const other = await api.call(changeRequests.create, { path, body: { subject: 'Merged' } });
    await api.call(changeRequests.merge, { path: { ...path, changeRequestId: other.id } });
    expect(await api.call(changeRequests.get, at)).toMatchObject({ status: 'archived', outdated: true });
  });
});

describe('comments of the same millisecond', () => {
  it('are listed newest first by default, and oldest first in ascending order', async () => {
    const path = { spaceId: await newSpace() };
    const posted: string[] = [];
    for (const markdown of ['First', 'Second', 'Third']) {
      posted.push((await api.call(spaceComments.create, { path, body: { body: { markdown } } })).id);
    }
    const listed = (order?: string) => api.items(spaceComments.list, { path, query: order ? { order } : {} });
    const newestFirst = await listed();
    expect(new Set(newestFirst.map(({ postedAt }) => postedAt)).size).toBe(1);
    expect(newestFirst.map(({ id }) => id)).toEqual(posted.toReversed());
    expect((await listed('asc')).map(({ id }) => id)).toEqual(posted);
  });
});

describe('an adaptive schema', () => {
  const attribute = { type: 'boolean', description: 'Has an account.' };
  const unsigned = { type: 'object', description: 'Unsigned claims.', additionalProperties: false };
  const valid = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://docs.halcyonfreight.example/visitor.json',
    type: 'object',
    additionalProperties: false,
    properties: { hasAccount: attribute, unsigned: { ...unsigned, properties: { isNew: attribute } } },
  };
  const set = async (jsonSchema: Record<string, unknown>) => {
    const path = await siteNamed('Engineering Handbook');
    return { endpoint: sites.setAdaptiveSchema, input: { path, body: { jsonSchema } } };
  };

  it('is accepted in the form of the contract, with and without unsigned claims', async () => {
    for (const schema of [valid, { ...valid, properties: { hasAccount: attribute } }, { ...valid, properties: {} }]) {
      const { endpoint, input } = await set(schema);
      expect((await api.call(endpoint, input)).jsonSchema).toEqual(schema);
    }
  });

  it.each([
    ['type', { ...valid, type: 'array' }],
    ['additionalProperties', { ...valid, additionalProperties: true }],
    ['additionalProperties', { ...valid, additionalProperties: undefined }],
    ['properties', { ...valid, properties: [] }],
    ['properties', { ...valid, properties: undefined }],
    ['$schema', { ...valid, $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['$schema', { ...valid, $schema: undefined }],
    ['$id', { ...valid, $id: undefined }],
    ['required', { ...valid, required: ['hasAccount'] }],
    ['properties.plan', { ...valid, properties: { plan: { type: 'string', description: 'Name of the plan.' } } }],
    ['properties.plan', { ...valid, properties: { plan: { type: 'boolean' } } }],
    ['properties.plan', { ...valid, properties: { plan: { ...attribute, default: true } } }],
    ['properties.unsigned', { ...valid, properties: { unsigned: attribute } }],
    ['properties.unsigned', { ...valid, properties: { unsigned: { ...unsigned, additionalProperties: true } } }],
    [
      'properties.unsigned.properties.age',
      {
        ...valid,
        properties: { unsigned: { ...unsigned, properties: { age: { type: 'number', description: 'In years.' } } } },
      },
    ],
  ])('is rejected with a deviation in %s: %j', async (keyword, schema) => {
    const { endpoint, input } = await set(schema);
    const { status, message } = await api.failure(endpoint, input);
    expect(status).toBe(400);
    expect(message).toContain(keyword);
  });
});

describe('a title that is cut', () => {
  const isWellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text)) === text;

  it('has no half of a surrogate pair, and at most 50 characters', async () => {
    const title = `${'x'.repeat(49)}🚀 and more`;
    const { id: siteId } = await api.call(sites.create, { path: { organizationId }, body: { title, spaces: 'new' } });
    const [only] = await api.items(siteSpaces.list, { path: { organizationId, siteId } });
    expect(only?.space?.title).toBe('x'.repeat(49));
    const spaceId = only?.space?.id ?? '';
    await api.call(spaces.update, { path: { spaceId }, body: { title: `${'🚀'.repeat(24)}ab` } });
    const copy = await api.call(spaces.duplicate, { path: { spaceId } });
    expect(copy.title).toBe(`${'🚀'.repeat(21)} (copy)`);
    expect(copy.title.length).toBeLessThanOrEqual(50);
    expect(isWellFormed(copy.title)).toBe(true);
  });
});

describe('an emoji', () => {
  it.each(['🚀', '❤️', '❤', '👨‍👩‍👧', '🇳🇴', '1f680', '1F1F3-1F1F4'])(
    'is accepted as a character or code: %s',
    async (emoji) => {
      const path = { spaceId: await newSpace() };
      expect(await api.call(spaces.update, { path, body: { emoji } })).toMatchObject({ emoji });
    },
  );

  it.each(['rocket', ':rocket:', '', '🚀🚀', 'x', '61', '110000'])('is rejected if it is none: %j', async (emoji) => {
    const path = { spaceId: await newSpace() };
    const failure = await api.failure(spaces.update, { path, body: { emoji } });
    expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('body field emoji') });
    const { id: commentId } = await api.call(spaceComments.create, { path, body: { body: { markdown: 'Hello' } } });
    const reaction = { path: { ...path, commentId }, body: { addedReactions: [emoji] } };
    expect(await api.failure(spaceComments.update, reaction)).toMatchObject({
      status: 400,
      message: expect.stringContaining('addedReactions'),
    });
  });

  it.each(['1f680', '🚀'])('is rejected with a short message if it is long: %s', async (emoji) => {
    const path = { spaceId: await newSpace() };
    const { id: commentId } = await api.call(spaceComments.create, { path, body: { body: { markdown: 'Hello' } } });
    const body = { addedReactions: [Array(150_000).fill(emoji).join('-')] };
    const { status, message } = await api.failure(spaceComments.update, { path: { ...path, commentId }, body });
    expect([status, message.length < 200]).toEqual([400, true]);
  });
});

describe('a request body', () => {
  const send = (endpoint: Endpoint, path: Record<string, string>, body?: string) =>
    fetch(api.url + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? ''), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${sandboxTokens.admin}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });

  it.each([
    ['no body', undefined],
    ['an empty body', ''],
    ['an empty object', '{}'],
  ])('may be missing where no field is required: %s', async (_, body) => {
    const spaceId = await newSpace();
    expect((await send(spaces.update, { spaceId }, body)).status).toBe(200);
    expect((await send(changeRequests.create, { spaceId }, body)).status).toBe(201);
    expect((await send(sites.create, { organizationId }, body)).status).toBe(201);
    expect((await send(spaces.transfer, { spaceId }, body)).status).toBe(400);
  });

  it('may be an empty object for an action without a body, and nothing else', async () => {
    const spaceId = await newSpace();
    expect((await send(spaces.duplicate, { spaceId }, '{}')).status).toBe(201);
    for (const body of ['{"title":"x"}', '[]', '"x"', '0']) {
      expect((await send(spaces.duplicate, { spaceId }, body)).status).toBe(400);
    }
  });
});

describe('the public URL of a revision', () => {
  it('is given only where the space itself is public', async () => {
    const published = async (visibility: string, title: string) => {
      const placed = await api.items(siteSpaces.list, { path: await siteNamed(title) });
      const found = placed.find(({ space }) => space?.visibility === visibility);
      const { urls } = await api.call(spaceContents.get, { path: { spaceId: found?.space?.id ?? '' } });
      return urls ?? {};
    };
    const open = await published('public', 'Halcyon Docs');
    expect(open.public).toBe(open.published);
    expect(open.public).toBeTruthy();
    const internal = await published('in-collection', 'Engineering Handbook');
    expect(internal.published).toBeTruthy();
    expect(internal).not.toHaveProperty('public');
  });
});
