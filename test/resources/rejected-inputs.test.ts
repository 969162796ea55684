import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../src/engine/relay/global-id.ts';
import { SiteSectionGroupEntity } from '../../src/resources/section-groups/contract.ts';
import { SiteSectionEntity } from '../../src/resources/site-sections/contract.ts';
import { SiteSpaceEntity } from '../../src/resources/site-spaces/contract.ts';
import { SiteEntity } from '../../src/resources/sites/contract.ts';
import { TeamEntity } from '../../src/resources/teams/contract.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { stubbedGateway } from '../support/gateways/stubbed-gateway.ts';
import { json } from '../support/upstreams/fault-upstream.ts';

const world = stubbedGateway();
const id = globalId(SiteEntity, { organizationId: 'o', siteId: 's' });

/** The user errors of an update of a site. */
async function rejected(input: string) {
  const query = `mutation { updateSite(input: {id: "${id}", ${input}}) { userErrors { field message code } } }`;
  return (await world.gateway.execute(query)).data.updateSite.userErrors;
}

describe('what the service says of single fields', () => {
  it.each([
    [
      'in the form of RFC 9457',
      { title: 'Invalid', errors: [{ pointer: '#/adaptiveContent/enabled', detail: 'No.' }] },
    ],
    ['with names of fields', { message: 'Invalid', errors: [{ field: 'adaptiveContent.enabled', message: 'No.' }] }],
    ['in an envelope', { error: { errors: [{ pointer: '/adaptiveContent/enabled', message: 'No.' }] } }],
    ['with pointers to a resource', { errors: [{ source: { pointer: '/adaptiveContent/enabled' }, detail: 'No.' }] }],
    [
      'in the form of JSON:API',
      {
        errors: [{ source: { pointer: '/data/attributes/adaptiveContent/enabled' }, detail: 'No.', title: 'Invalid' }],
      },
    ],
    ['below the body', { details: [{ path: ['body', 'adaptiveContent', 'enabled'], message: 'No.' }] }],
    ['in the form of RFC 7807', { 'invalid-params': [{ name: 'adaptiveContent.enabled', reason: 'No.' }] }],
    ['with lists of names', { issues: [{ path: ['adaptiveContent', 'enabled'], message: 'No.' }] }],
    ['with a list of messages for each field', { errors: { 'adaptiveContent.enabled': ['No.', 'No.'] } }],
    ['with a message for each field', { error: { details: { 'adaptiveContent.enabled': 'No.' } } }],
  ])('is at the field of the input: %s', async (_, body) => {
    for (const status of [400, 422]) {
      world.replies['/v1/orgs/o/sites/s'] = json(body, status);
      expect(await rejected('adaptiveContent: {isEnabled: true}')).toEqual([
        { field: ['adaptiveContent', 'isEnabled'], message: 'No.', code: 'INVALID' },
      ]);
    }
  });

  it.each([
    'adaptiveContent.enabled: it must be true.',
    '"adaptiveContent.enabled" must be true.',
    '`adaptiveContent.enabled` is not allowed.',
  ])('is at the field with which the message begins: %s', async (message) => {
    world.replies['/v1/orgs/o/sites/s'] = json({ error: { message } }, 400);
    expect(await rejected('adaptiveContent: {isEnabled: true}')).toEqual([
      { field: ['adaptiveContent', 'isEnabled'], message, code: 'INVALID' },
    ]);
  });

  it.each(['Publishing must wait.', 'plan: upgrade first.', 'The title is taken.'])(
    'is about the whole input where the message begins with no field of it: %s',
    async (message) => {
      world.replies['/v1/orgs/o/sites/s'] = json({ message }, 409);
      expect(await rejected('title: "Title"')).toEqual([{ field: null, message, code: 'CONFLICT' }]);
    },
  );

  it('is all shown where the input has some of the fields', async () => {
    const errors = [
      { pointer: '/title', detail: 'Taken.' },
      { pointer: '/plan', detail: 'Too small.' },
      { pointer: '/quota/0', detail: 'Used up.' },
    ];
    world.replies['/v1/orgs/o/sites/s'] = json({ title: 'Not valid.', errors }, 422);
    expect(await rejected('title: "Title"')).toEqual([
      { field: ['title'], message: 'Taken.', code: 'INVALID' },
      { field: null, message: 'Too small.', code: 'INVALID' },
      { field: null, message: 'Used up.', code: 'INVALID' },
    ]);
  });

  it.each([
    [
      'each message of a field',
      { errors: { title: ['Short.', 'Bad.'] } },
      [
        ['title', 'Short.'],
        ['title', 'Bad.'],
      ],
    ],
    [
      'a list of messages',
      { message: ['title must be short', 'Full.'] },
      [
        ['title', 'title must be short'],
        [null, 'Full.'],
      ],
    ],
    [
      'what is about no field of the input, after what is about all',
      { title: 'Not valid.', errors: [{ pointer: '#/plan', detail: 'No.' }, { pointer: 7 }, 'Text.', null] },
      [
        [null, 'Not valid.'],
        [null, 'No.'],
        [null, 'Text.'],
      ],
    ],
    ['what names no field', { errors: [{ message: 'Limit.' }, { detail: 'Limit.' }] }, [[null, 'Limit.']]],
    [
      'what names no field, beside a message that does',
      { message: 'title must be unique.', errors: [{ code: 7, message: 'Taken.' }] },
      [
        ['title', 'title must be unique.'],
        [null, 'Taken.'],
      ],
    ],
    [
      'no more than the message, where the others are too long',
      { message: 'No.', errors: ['x'.repeat(5000)] },
      [[null, 'No.']],
    ],
  ])('is %s', async (_, body, expected) => {
    world.replies['/v1/orgs/o/sites/s'] = json(body, 422);
    const errors = await rejected('title: "Title"');
    expect(errors).toEqual(expected.map(([name, message]) => ({ field: name && [name], message, code: 'INVALID' })));
  });

  it.each([
    [
      ['memberships', '42', 'role'],
      ['memberships', '1', 'role'],
    ],
    ['/memberships/42/role', ['memberships', '1', 'role']],
    ['/memberships/ada@example.com', ['memberships', '0']],
    [['memberships', '1', 'role'], ['memberships']],
    [['memberships', 'constructor', 'role'], ['memberships']],
    [
      ['remove', '0'],
      ['removeUserIds', '0'],
    ],
  ])('is at the item of a list that REST has by its keys: %j', async (path, field) => {
    world.replies['/v1/orgs/o/teams/t/members'] = json({ errors: [{ path, message: 'No.' }] }, 422);
    const memberships = '[{userId: "ada@example.com", role: OWNER}, {userId: "42", role: MEMBER}]';
    const query = `mutation { updateTeamMembers(input: {
      teamId: "${globalId(TeamEntity, { organizationId: 'o', teamId: 't' })}", removeUserIds: ["7"], memberships: ${memberships}
    }) { userErrors { field message code } } }`;
    const { userErrors } = (await world.gateway.execute(query)).data.updateTeamMembers;
    expect(userErrors).toEqual([{ field, message: 'No.', code: 'INVALID' }]);
  });

  it('is bounded in number and length, and has no credentials', async () => {
    const token = 'a-long-secret-token';
    const errors = Array.from({ length: 500 }, (_, i) => `${i} ${token} ${'x'.repeat(300)}`);
    world.replies['/v1/orgs/o/sites/s'] = json({ errors }, 422);
    const query = `mutation { updateSite(input: {id: "${id}", title: "Title"}) { userErrors { field message } } }`;
    const { userErrors } = (await world.gateway.execute(query, { token })).data.updateSite;
    expect(userErrors).toHaveLength(100);
    expect(userErrors[99]).toEqual({ field: null, message: expect.stringMatching(/^99 \[redacted\] x{100,}…$/) });
  });
});

describe('a position without a neighbour', () => {
  const ofSite = { organizationId: 'o', siteId: 's' };
  it.each([
    ['moveSpace', 'x'],
    ['moveCollection', 'x'],
    ['moveSiteSpace', globalId(SiteSpaceEntity, { ...ofSite, siteSpaceId: 'x' })],
    ['moveSiteSection', globalId(SiteSectionEntity, { ...ofSite, siteSectionId: 'x' })],
    ['moveSiteSectionGroup', globalId(SiteSectionGroupEntity, { ...ofSite, siteSectionGroupId: 'x' })],
  ])('is not sent: %s', async (name, moved) => {
    for (const position of ['{}', '{ before: null }', '{ before: null, after: null }']) {
      const query = `mutation { ${name}(input: {id: "${moved}", position: ${position}}) { userErrors { field message code } } }`;
      const { data, errors } = await world.gateway.execute(query);
      expect(errors).toBeUndefined();
      expect(data[name].userErrors).toEqual([
        { field: ['position'], message: 'It must have `before`, `after` or both.', code: 'REQUIRED' },
      ]);
    }
    expect(world.upstream.arrived).toEqual([]);
  });
});

describe('a message for people', () => {
  it('describes a format in words', async () => {
    expect(await rejected('proxy: "nowhere", basename: ""')).toEqual([
      { field: ['basename'], message: 'It must not be empty.', code: 'TOO_SHORT' },
      {
        field: ['proxy'],
        message: 'It must be a domain and a path, such as docs.example.com/guide.',
        code: 'PATTERN',
      },
    ]);
    expect(world.upstream.arrived).toEqual([]);
  });
});

describe('what the sandbox rejects', () => {
  let sandbox: TestWorld;
  let organizationId: string;

  beforeAll(async () => {
    sandbox = await startWorld();
    organizationId = (await sandbox.execute('{ organizations(first: 1) { nodes { id } } }')).data.organizations.nodes[0]
      .id;
  });
  afterAll(() => sandbox.close());

  it.each([
    ['createTeam', 'title: "Team", memberIds: ["nobody"]', ['memberIds', '0'], 'INVALID'],
    ['createOpenApiSpec', 'slug: "dispatch-api", source: {url: "https://example.com/spec.json"}', ['slug'], 'CONFLICT'],
    ['createSite', 'title: "Site", spaces: {ids: ["nowhere"]}', ['spaces', 'ids', '0'], 'INVALID'],
    ['createSamlProvider', 'label: "SSO", defaultTeamId: "none"', ['defaultTeamId'], 'INVALID'],
  ])('is at its field of the input: %s', async (name, input, field, code) => {
    const fields = `organizationId: "${organizationId}", ${input}`;
    const query = `mutation { ${name}(input: {${fields}}) { userErrors { field message code } } }`;
    const { userErrors } = (await sandbox.execute(query)).data[name];
    expect(userErrors).toEqual([{ field, message: expect.stringMatching(/^["T].*\.$/), code }]);
  });
});
