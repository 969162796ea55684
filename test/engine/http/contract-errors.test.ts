import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GraphQLResultError, startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const token = 'sEcReT-token-of-this-test';

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url);
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('a response that breaks the contract', () => {
  const site = {
    object: 'site',
    id: 's1',
    type: 'basic',
    title: 'Handbook',
    visibility: 'public',
    published: true,
    siteSpaces: 2,
    createdAt: '2025-01-01T00:00:00Z',
    agentsContext: 'included',
  };
  const query = `{ organization(id: "o1") { sites { totalCount nodes {
    restId title visibility isPublished siteSpaceCount createdAt urls { published } features { name customizations }
  } } } }`;
  const good = {
    restId: 's1',
    title: 'Handbook',
    visibility: 'PUBLIC',
    isPublished: true,
    siteSpaceCount: 2,
    createdAt: '2025-01-01T00:00:00Z',
    urls: null,
    features: null,
  };

  async function run(...items: unknown[]) {
    upstream.reply(json({ items, count: items.length }));
    const { data, errors = [], text: body } = await gateway.execute(query, { token });
    return { nodes: data.organization.sites?.nodes, errors, body };
  }

  /** The error at a field of the second of two sites, which must null that field alone. */
  async function brokenField(field: keyof typeof good, change: Record<string, unknown>) {
    const { nodes, errors, body } = await run(site, { ...site, ...change });
    expect(nodes).toEqual([good, { ...good, [field]: null }]);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.path?.slice(0, 5)).toEqual(['organization', 'sites', 'nodes', 1, field]);
    expect(errors[0]?.extensions.code).toBe('UPSTREAM_CONTRACT');
    expect(body).not.toContain('leaked');
    return errors[0] as GraphQLResultError;
  }

  it('has no errors if nothing is broken', async () => {
    const { nodes, errors } = await run(site, site);
    expect(errors).toEqual([]);
    expect(nodes).toEqual([good, good]);
  });

  it.each([
    ['title', 'title'],
    ['visibility', 'visibility'],
    ['isPublished', 'published'],
    ['createdAt', 'createdAt'],
  ] as const)('nulls one field if a required value is missing: %s', async (field, name) => {
    for (const absent of [undefined, null]) {
      const error = await brokenField(field, { [name]: absent });
      expect(error.message).toBe(`The service's response to sites.list has no value in "${field}".`);
      expect(error.extensions.rest).toMatchObject({ operation: 'sites.list', method: 'GET' });
    }
  });

  it.each(['leaked', 'PUBLIC', 'constructor', ''])('nulls one field if an enum has the value "%s"', async (value) => {
    const error = await brokenField('visibility', { visibility: value });
    expect(error.message).toBe(
      'The service\'s response to sites.list has a value that the contract does not list in "visibility".',
    );
  });

  it.each([
    ['title', { title: { leaked: 1 } }],
    ['title', { title: ['leaked'] }],
    ['isPublished', { published: 'leaked' }],
    ['isPublished', { published: { leaked: true } }],
    ['siteSpaceCount', { siteSpaces: 'leaked' }],
    ['siteSpaceCount', { siteSpaces: 1.5 }],
    ['createdAt', { createdAt: 20250101 }],
    ['features', { features: 'leaked' }],
    ['features', { features: { leaked: 1 } }],
  ] as const)('nulls one field if a value has another type: %s of %j', async (field, change) => {
    const error = await brokenField(field, change);
    expect(error.message).toBe(
      `The service's response to sites.list has a value of another type than the contract says in "${field}".`,
    );
    expect(error.extensions.rest).toMatchObject({ operation: 'sites.list', method: 'GET' });
  });

  it.each([
    'leaked',
    '2025-01-01',
    '2025-01-01T00:00:00',
    '2025-01-01T00:00:00+0100',
    '2025-02-29T00:00:00Z',
    '2025-01-01T24:00:00Z',
    '',
  ])('nulls one field if a timestamp is none of RFC 3339: "%s"', async (createdAt) => {
    const error = await brokenField('createdAt', { createdAt });
    expect(error.message).toBe(
      'The service\'s response to sites.list has a value that is no RFC 3339 date and time in "createdAt".',
    );
  });

  it.each(['2024-02-29T23:59:60.123456Z', '2025-01-01t00:00:00+05:30'])(
    'passes on a timestamp of RFC 3339: %s',
    async (createdAt) => {
      const { nodes, errors } = await run({ ...site, createdAt });
      expect(errors).toEqual([]);
      expect(nodes).toEqual([{ ...good, createdAt }]);
    },
  );

  it.each(['leaked', '/files/leaked', '//leaked.example/a', 'leaked.example/a', 'https://', ''])(
    'nulls one field if a URL is not absolute: "%s"',
    async (published) => {
      const { nodes, errors, body } = await run(site, { ...site, urls: { published } });
      expect(nodes).toEqual([good, { ...good, urls: { published: null } }]);
      expect(errors.map(({ message, path, extensions: { code } }) => ({ message, path, code }))).toEqual([
        {
          message: 'The service\'s response has a value that is no absolute URL in "published".',
          path: ['organization', 'sites', 'nodes', 1, 'urls', 'published'],
          code: 'UPSTREAM_CONTRACT',
        },
      ]);
      expect(body).not.toContain('leaked');
    },
  );

  it.each(['https://docs.example/a%20b?c=ü#d', 'http://[::1]:8080/', 'mailto:team@docs.example'])(
    'passes on an absolute URL: %s',
    async (published) => {
      const { nodes, errors } = await run({ ...site, urls: { published } });
      expect(errors).toEqual([]);
      expect(nodes).toEqual([{ ...good, urls: { published } }]);
    },
  );

  it('nulls one record of a list if it has no id', async () => {
    const { nodes, errors } = await run(site, { ...site, id: undefined });
    expect(nodes[0]).toEqual(good);
    expect(nodes[1]).toBeNull();
    expect(errors.map(({ extensions, path }) => [extensions.code, path])).toEqual([
      ['UPSTREAM_CONTRACT', ['organization', 'sites', 'nodes', 1, 'restId']],
    ]);
  });

  it.each([
    ['no items', {}],
    ['items that are not a list', { items: { leaked: 1 } }],
    ['items that are null', { items: null }],
    ['an item that is null', { items: [site, null] }],
    ['an item that is not an object', { items: [site, 'leaked'] }],
  ])('nulls the list if it has %s', async (_, response) => {
    upstream.reply(json(response));
    const { data, errors, text: body } = await gateway.execute(query, { token });
    expect(data.organization).toEqual({ sites: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['organization', 'sites'],
      message: expect.stringMatching(/^The service's response to sites\.list has .* in "items"\.$/),
      extensions: { code: 'UPSTREAM_CONTRACT', rest: { operation: 'sites.list' } },
    });
    expect(body).not.toContain('leaked');
  });
});

describe('a value inside a record, or beside the items of a list', () => {
  it.each<[string, string, unknown]>([
    ['a number for a text', 'billing { interval }', { billing: { interval: 7 } }],
    ['true for a text', 'trial { status }', { trial: { status: true } }],
    ['a number for a flag', 'billing { hasPaymentFailed }', { billing: { hasPaymentFailed: 1 } }],
    ['a text for a flag', 'permissions { canView }', { permissions: { view: 'yes' } }],
    [
      'a text for a number',
      'billingMigration { discountPercent }',
      { internal_billingMigration: { discountPercent: '12' } },
    ],
    ['a text for a count', 'teams { totalCount }', { items: [], count: '12' }],
    ['true for a count', 'teams { totalCount }', { items: [], count: true }],
  ])('is never converted to another type: %s', async (_, selection, response) => {
    upstream.reply(json({ id: 'o1', title: 'Own', ...(response as object) }));
    const [, outer = '', inner = ''] = /^(\w+) \{ (\w+) \}$/.exec(selection) ?? [];
    const { data, errors } = await gateway.execute(`{ organization(id: "o1") { title ${selection} } }`);
    expect(data.organization).toEqual({ title: 'Own', [outer]: { [inner]: null } });
    expect(errors).toMatchObject([
      {
        message: `The service's response has a value of another type than the contract says in "${inner}".`,
        path: ['organization', outer, inner],
        extensions: { code: 'UPSTREAM_CONTRACT' },
      },
    ]);
  });
});

describe('a list at a path that a record tells', () => {
  it.each([undefined, null, '', 5, ['o'], { leaked: 1 }, 'a/b', '..'])(
    'is not read where the record has no valid id: %j',
    async (organization) => {
      for (const [field, list] of [
        ['space', 'sites'],
        ['collection', 'collections'],
      ]) {
        upstream.reply(json({ id: 'r1', title: 'Own', organization }));
        const { data, errors } = await gateway.execute(`{ ${field}(id: "r1") { title ${list} { totalCount } } }`);
        expect(data).toEqual({ [`${field}`]: { title: 'Own', [`${list}`]: null } });
        expect(errors).toMatchObject([
          { path: [field, list], extensions: { code: 'UPSTREAM_CONTRACT', rest: { operation: `${field}s.get` } } },
        ]);
        expect(upstream.arrived).toHaveLength(1);
      }
    },
  );
});

describe('the log at level trace', () => {
  it('holds a line for every operation, but no token, id, header or stack', () => {
    const log = gateway.log.join('');
    expect(gateway.log.length).toBeGreaterThan(20);
    expect(log).toContain('"errors":["UPSTREAM_CONTRACT"]');
    expect(log).not.toContain(token);
    expect(log).not.toMatch(/bearer|authorization|org-in-url|leaked|"stack"|\n\s+at /i);
  });
});

describe('a value in the place of an id or a page', () => {
  const codes = (errors: GraphQLResultError[] = []) => [...new Set(errors.map(({ extensions }) => extensions.code))];

  it.each([undefined, null, '', 5, {}, '../x', '\ud800'])('of a user: %j is no id', async (id) => {
    const comment = { object: 'comment', id: 'c1', postedBy: { object: 'user', id, displayName: 'Ada' } };
    upstream.reply(json({ items: [comment], count: 1 }));
    const { data, errors } = await gateway.execute(
      '{ space(id: "s1") { comments { nodes { restId postedBy { restId displayName } } } } }',
    );
    expect(data.space.comments.nodes).toEqual([{ restId: 'c1', postedBy: null }]);
    expect(codes(errors)).toEqual(['UPSTREAM_CONTRACT']);
  });

  it.each([undefined, null, '', 5, {}, '../orgs/o1', 'a%2Fb'])('of a record: %j is no id', async (id) => {
    upstream.reply(json({ items: [{ object: 'space', id, title: 'Guide' }], count: 1 }));
    const { data, errors } = await gateway.execute(
      '{ organization(id: "o1") { collections { nodes { id restId spaces { totalCount } } } } }',
    );
    expect(data.organization.collections.nodes).toEqual([null]);
    expect(codes(errors)).toEqual(['UPSTREAM_CONTRACT']);
    expect(upstream.arrived.map(({ url }) => url.split('?')[0])).toEqual(['/v1/orgs/o1/collections']);
  });

  it.each([5, 'token', [], { page: 5 }, { page: {} }])('of a next page: %j is malformed', async (next) => {
    upstream.reply(json({ items: [], count: 1, next }));
    const { data, errors } = await gateway.execute(
      '{ organization(id: "o1") { teams(first: 3) { totalCount nodes { id } } } }',
    );
    expect(data.organization.teams).toBeNull();
    expect(codes(errors)).toEqual(['UPSTREAM_CONTRACT']);
  });

  it.each([[null], [['x']], ['x'], [5]])('in a list of records: %j is malformed', async (item) => {
    upstream.reply(json({ items: [item], count: 1 }));
    const { errors } = await gateway.execute('{ organization(id: "o1") { teams { nodes { id } } } }');
    expect(codes(errors)).toEqual(['UPSTREAM_CONTRACT']);
  });

  it('null in a list of strings is malformed', async () => {
    upstream.reply(json({ object: 'revision', id: 'r1', parents: ['r0', null] }));
    const { errors } = await gateway.execute('{ space(id: "s1") { content: revision { parentIds } } }');
    expect(codes(errors)).toEqual(['UPSTREAM_CONTRACT']);
  });
});
