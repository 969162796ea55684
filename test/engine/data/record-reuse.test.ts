import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/relay/global-id.ts';
import { entities } from '../../../src/resources/contract.ts';
import { siteLists } from '../../support/gateways/site-lists.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json, type Reply } from '../../support/upstreams/fault-upstream.ts';
import { pagesOf } from '../../support/upstreams/pages.ts';

const world = stubbedGateway();
const { serveSites, arrived } = siteLists(world);

describe('the same record', () => {
  it('is fetched once in a request, however it is asked for', async () => {
    world.replies['/v1/spaces/s'] = json({ id: 's', title: 'Guides', visibility: 'public', organization: 'o' });
    world.replies['/v1/orgs/o'] = json({ id: 'o', title: 'Halcyon' });
    const { data, errors } = await world.gateway.execute(
      `query ($id: ID!, $org: ID!) {
        plain: space(id: "s") { title organization { title } }
        global: space(id: $id) { visibility organization { restId title } }
        node(id: $id) { ... on Space { title } }
        nodes(ids: [$id, $org, $id]) { ... on Space { title } ... on Organization { title } }
      }`,
      {
        variables: {
          id: globalId(entities.Space, { spaceId: 's' }),
          org: globalId(entities.Organization, { organizationId: 'o' }),
        },
      },
    );
    expect(errors).toBeUndefined();
    const space = { title: 'Guides' };
    expect(data).toEqual({
      plain: { ...space, organization: { title: 'Halcyon' } },
      global: { visibility: 'PUBLIC', organization: { restId: 'o', title: 'Halcyon' } },
      node: space,
      nodes: [space, { title: 'Halcyon' }, space],
    });
    expect(arrived()).toEqual(['/v1/orgs/o', '/v1/spaces/s']);
  });

  it('is fetched once where it is missing or refused, too', async () => {
    world.replies['/v1/spaces/secret'] = json({}, 403);
    const { errors } = await world.gateway.execute(
      '{ a: space(id: "gone") { title } b: space(id: "gone") { visibility } c: space(id: "secret") { title } d: space(id: "secret") { title } }',
    );
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code]).sort()).toEqual([
      ['a', 'NOT_FOUND'],
      ['b', 'NOT_FOUND'],
      ['c', 'FORBIDDEN'],
      ['d', 'FORBIDDEN'],
    ]);
    expect(arrived()).toEqual(['/v1/spaces/gone', '/v1/spaces/secret']);
  });

  it.each([
    ['null', 'shareKey: null', 1],
    ['a value', 'shareKey: "k"', 2],
  ])('is taken from a list whose form is %s', async (_, form, lists) => {
    world.replies['/v1/orgs/o/sites/s/sections'] = pagesOf([{ id: 'a', title: 'Guides' }]);
    const { data, errors } = await world.gateway.execute(
      `{ organization(id: "o") { site(id: "s") { sections(${form}) { nodes { site { section(id: "a") { title } } } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.organization.site.sections.nodes).toEqual([{ site: { section: { title: 'Guides' } } }]);
    expect(arrived()).toHaveLength(lists);
  });

  it('is fetched for each form it is asked for', async () => {
    world.replies['/v1/spaces/s/comments/k'] = json({ id: 'k', body: { markdown: 'Text' } });
    await world.gateway.execute(`{ space(id: "s") {
      a: comment(id: "k") { body { markdown } } b: comment(id: "k", format: "document") { body { markdown } }
      c: comment(id: "k", format: "document") { restId body { markdown } }
    } }`);
    expect(arrived()).toEqual(['/v1/spaces/s/comments/k', '/v1/spaces/s/comments/k?format=document']);
  });

  it('is listed once for fields that ask for the same window', async () => {
    serveSites('o', ['a']);
    const { data } = await world.gateway.execute(
      '{ organization(id: "o") { a: sites(first: 5) { nodes { title } } b: sites(first: 5) { totalCount nodes { restId } } } }',
    );
    expect(data.organization).toEqual({
      a: { nodes: [{ title: 'Site a' }] },
      b: { totalCount: 1, nodes: [{ restId: 'a' }] },
    });
    expect(arrived()).toEqual(['/v1/orgs/o/sites?limit=5']);
  });
});

describe('a slow call', () => {
  /** Answers the slow path only once another call was made: whoever waits for the slow one first, waits for ever. */
  function slowUntil(slow: string, other: string, reply: Reply): void {
    const waiting: (() => void)[] = [];
    let isFree = false;
    const free = world.replies[other] as Reply;
    world.replies[slow] = (response, request) => {
      const result = () => reply(response, request);
      if (isFree) result();
      else waiting.push(result);
    };
    world.replies[other] = (response, request) => {
      free(response, request);
      isFree = true;
      for (const result of waiting) result();
    };
  }

  it('holds up none of those that began with it, nor what follows them', async () => {
    world.replies['/v1/spaces/fast'] = json({ id: 'fast', title: 'Fast', organization: 'o', parent: 'c' });
    world.replies['/v1/collections/c'] = json({ id: 'c', title: 'Shelf', organization: 'o' });
    slowUntil('/v1/spaces/slow', '/v1/collections/c', json({ id: 'slow', title: 'Slow' }));
    const { data, errors } = await world.gateway.execute(
      '{ slow: space(id: "slow") { title } fast: space(id: "fast") { title parent { title } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ slow: { title: 'Slow' }, fast: { title: 'Fast', parent: { title: 'Shelf' } } });
    expect(arrived()).toEqual(['/v1/collections/c', '/v1/spaces/fast', '/v1/spaces/slow']);
  });

  it('of a record does not hold up the lists below it', async () => {
    serveSites('o', ['a']);
    slowUntil('/v1/orgs/o', '/v1/orgs/o/sites', json({ id: 'o', title: 'Halcyon' }));
    const { data } = await world.gateway.execute('{ organization(id: "o") { title sites { nodes { title } } } }');
    expect(data.organization).toEqual({ title: 'Halcyon', sites: { nodes: [{ title: 'Site a' }] } });
  });
});
