import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/relay/global-id.ts';
import { SpaceEntity } from '../../../src/resources/spaces/contract.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';

const world = stubbedGateway();
const id = globalId(SpaceEntity, { spaceId: 's' });
const own = '/v1/spaces/s';

/** A service that has the space, or not, and whose lists below it fail. */
function serve(space: number, list: number): void {
  world.replies[own] = space === 200 ? json({ id: 's', title: 'Space' }) : json({ message: 'No.' }, space);
  for (const path of ['links', 'comments', 'change-requests'])
    world.replies[`${own}/${path}`] = json({ message: 'No list.' }, list);
}

async function read(query: string) {
  const { data, errors = [] } = await world.gateway.execute(query);
  return { data, errors: errors.map(({ path, extensions }) => [path?.join('.'), extensions.code]) };
}

const arrived = () => world.upstream.arrived.map(({ url }) => url.split('?', 1)[0]).sort();

describe('a record of which only children are selected', () => {
  it.each([404, 403])('that exists is not missing because its only list fails with %i', async (status) => {
    serve(200, status);
    const code = status === 404 ? 'NOT_FOUND' : 'FORBIDDEN';
    expect(await read(`{ node(id: "${id}") { ... on Space { links { totalCount } } } }`)).toEqual({
      data: { node: { links: null } },
      errors: [['node.links', code]],
    });
    expect(await read('{ space(id: "s") { links { totalCount } comments { totalCount } } }')).toEqual({
      data: { space: { links: null, comments: null } },
      errors: [
        ['space.links', code],
        ['space.comments', code],
      ],
    });
    expect(arrived()).toEqual([own, `${own}/comments`, `${own}/links`, own, `${own}/links`].sort());
  });

  it.each([
    [400, 'BAD_USER_INPUT'],
    [500, 'UPSTREAM_ERROR'],
  ])('is confirmed by its own call where the only one below it fails with %i', async (status, code) => {
    serve(200, status);
    expect(await read('{ space(id: "s") { restId links { totalCount } } }')).toEqual({
      data: { space: { restId: 's', links: null } },
      errors: [['space.links', code]],
    });
    serve(404, status);
    expect(await read('{ space(id: "s") { restId links { totalCount } } }')).toEqual({
      data: { space: null },
      errors: [['space', 'NOT_FOUND']],
    });
  });

  it('that does not exist is null', async () => {
    serve(404, 404);
    expect(await read(`{ node(id: "${id}") { ... on Space { links { totalCount } } } }`)).toEqual({
      data: { node: null },
      errors: [],
    });
    expect(await read('{ space(id: "s") { links { totalCount } } }')).toEqual({
      data: { space: null },
      errors: [['space', 'NOT_FOUND']],
    });
  });

  it('that must not be seen is one null with one error', async () => {
    serve(403, 403);
    expect(await read('{ space(id: "s") { links { totalCount } comments { totalCount } } }')).toEqual({
      data: { space: null },
      errors: [['space', 'FORBIDDEN']],
    });
  });
});

describe.each(['restId', 'title'])('a record of which %s and children are selected', (field) => {
  it.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [500, 'UPSTREAM_ERROR'],
  ])('is null, with one error, where all calls fail with %i', async (status, code) => {
    serve(status, status);
    expect(await read(`{ space(id: "s") { ${field} comments { totalCount } } }`)).toEqual({
      data: { space: null },
      errors: [['space', code]],
    });
  });
});

describe('a record of which more is selected', () => {
  it('is one null with one error where neither it nor its list must be seen', async () => {
    serve(403, 403);
    expect(await read('{ space(id: "s") { title comments { totalCount } } }')).toEqual({
      data: { space: null },
      errors: [['space', 'FORBIDDEN']],
    });
  });

  it.each([
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ])('keeps its list where that may be read although the record itself is a %i', async (status, code) => {
    serve(status, 200);
    world.replies[`${own}/comments`] = json({ items: [], count: 3 });
    expect(await read('{ space(id: "s") { title comments { totalCount } } }')).toEqual({
      data: { space: { title: null, comments: { totalCount: 3 } } },
      errors: [['space.title', code]],
    });
  });

  it('keeps what a call two levels below it proves', async () => {
    const site = '/v1/orgs/o/sites/s';
    world.replies['/v1/orgs/o'] = json({ message: 'No.' }, 403);
    world.replies[`${site}/published`] = json({ structure: { type: 'sections' } });
    const published = 'site(id: "s") { title published(shareKey: "k") { structureType } }';
    expect(await read(`{ organization(id: "o") { title ${published} } }`)).toEqual({
      data: { organization: { title: null, site: { title: null, published: { structureType: 'sections' } } } },
      errors: [
        ['organization.title', 'FORBIDDEN'],
        ['organization.site.title', 'NOT_FOUND'],
      ],
    });
  });

  it('is null where the only call below it neither fails nor proves that it exists', async () => {
    world.replies['/v1/orgs/o/sites/s'] = json({ message: 'No.' }, 500);
    world.replies['/v1/orgs/o/sites/s/published'] = json({ message: 'No.' }, 500);
    const published = 'site(id: "s") { title published { structureType } }';
    expect(await read(`{ organization(id: "o") { title ${published} } }`)).toEqual({
      data: { organization: null },
      errors: [['organization', 'NOT_FOUND']],
    });
  });
});
