import { describe, expect, it } from 'vitest';
import { operationsOf } from '../support/gateways/gateway.ts';
import { stubbedGateway } from '../support/gateways/stubbed-gateway.ts';
import { json } from '../support/upstreams/fault-upstream.ts';

const world = stubbedGateway();
const own = '/v1/orgs/o';

/** What is not served here is a 404. */
function serve(records: Record<string, object>): void {
  for (const [path, record] of Object.entries(records)) world.replies[`${own}${path}`] = json(record);
}

const inOrganization = (selection: string) => `{ organization(id: "o") { ${selection} } }`;

describe('a sub-resource with status 404 is null without an error', () => {
  it.each([
    ['/sites/s', 'site(id: "s") { published { structureType } }', { site: { published: null } }],
    ['/sites/s', 'site(id: "s") { adaptiveSchema { updatedAt } }', { site: { adaptiveSchema: null } }],
    [
      '/openapi/slug',
      'openApiSpec(by: { slug: "slug" }) { latestVersion { url } latestVersionContent { url } }',
      { openApiSpec: { latestVersion: null, latestVersionContent: null } },
    ],
  ])('below %s: %s', async (path, selection, organization) => {
    serve({ [path]: { id: 's' } });
    const { data, errors } = await world.gateway.execute(inOrganization(selection));
    expect({ data, errors }).toEqual({ data: { organization }, errors: undefined });
  });

  it('the membership of a user', async () => {
    serve({ '/teams/t/members': { items: [{ organization: { id: 'u', user: { id: 'u' } } }] } });
    const { data, errors } = await world.gateway.execute(
      inOrganization(
        'team(id: "t") { members { nodes { member { user { member(organizationId: "other") { role } } } } } }',
      ),
    );
    const members = { nodes: [{ member: { user: { member: null } } }] };
    expect({ data, errors }).toEqual({ data: { organization: { team: { members } } }, errors: undefined });
  });

  it('the space and the pages of other content that a search found', async () => {
    serve({ '/search': { items: [{ id: 'no-space', title: 'Content of a site', pages: [{ id: 'p' }] }] } });
    const { data, errors } = await world.gateway.execute(
      inOrganization('search(query: "q") { nodes { title space { title } pages { page { title } } } }'),
    );
    const search = { nodes: [{ title: 'Content of a site', space: null, pages: [{ page: null }] }] };
    expect({ data, errors }).toEqual({ data: { organization: { search } }, errors: undefined });
  });
});

describe('a reference to what is gone is null without an error', () => {
  const space = '/v1/spaces/s';
  const stub = (path: string, body: object) => {
    world.replies[`${space}${path}`] = json(body);
  };

  async function inSpace(selection: string) {
    const { data, errors } = await world.gateway.execute(`{ space(id: "s") { ${selection} } }`);
    expect(errors).toBeUndefined();
    return data.space;
  }

  it('of a broken link', async () => {
    const target = { space: 'gone', file: 'lost' };
    stub('/links', { items: [{ status: 'broken', targetReference: target, locationReferences: [target] }] });
    const reference = '{ space { restId title } file { restId name } }';
    const gone = { space: null, file: null };
    expect(await inSpace(`links(status: BROKEN) { nodes { target ${reference} locations ${reference} } }`)).toEqual({
      links: { nodes: [{ target: gone, locations: [gone] }] },
    });
    const ids = { space: { restId: 'gone' }, file: { restId: 'lost' } };
    expect(await inSpace('links { nodes { target { space { restId } file { restId } } } }')).toEqual({
      links: { nodes: [{ target: ids }] },
    });
  });

  it('of a search that finds a page which is deleted', async () => {
    stub('/search', { items: [{ id: 'p', title: 'As it was' }] });
    expect(await inSpace('search(query: "q") { nodes { title page { restId title } } }')).toEqual({
      search: { nodes: [{ title: 'As it was', page: null }] },
    });
  });

  it.each(['space', 'changeRequest'])('of a comment on a %s', async (owner) => {
    const content = owner === 'space' ? '' : '/change-requests/c';
    stub('/change-requests/c', { id: 'c' });
    stub(`${content}/comments`, { items: [{ id: 'm', target: { page: { id: 'p', title: 'As it was' } } }] });
    const comments = 'comments { nodes { target { page { title page { restId title } } } } }';
    const found = await inSpace(owner === 'space' ? comments : `changeRequest(by: { id: "c" }) { ${comments} }`);
    const target = { page: { title: 'As it was', page: null } };
    expect(owner === 'space' ? found : found.changeRequest).toEqual({ comments: { nodes: [{ target }] } });
  });
});

describe('a look-up', () => {
  it('by an id that names nothing is NOT_FOUND', async () => {
    const { data, errors } = await world.gateway.execute(
      inOrganization('site(id: "s") { published { structureType } }'),
    );
    expect(data).toEqual({ organization: null });
    expect(errors).toMatchObject([{ path: ['organization'], extensions: { code: 'NOT_FOUND' } }]);
  });
});

describe('an unpublished site', () => {
  it('needs no call for its published form where its record is at hand', async () => {
    serve({ '/sites': { items: [{ id: 's', published: false }] } });
    const { data, calls } = await world.gateway.execute(
      inOrganization('sites { nodes { published { structureType } } }'),
    );
    expect(data).toEqual({ organization: { sites: { nodes: [{ published: null }] } } });
    expect(operationsOf(calls)).toEqual(['sites.list']);
  });
});
