import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/relay/global-id.ts';
import { entities } from '../../../src/resources/contract.ts';
import { siteLists, told } from '../../support/gateways/site-lists.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';
import { pagesOf } from '../../support/upstreams/pages.ts';

const world = stubbedGateway();
const { serveSites, readNodes, arrived } = siteLists(world);
const sectionId = (id: string) =>
  globalId(entities.SiteSection, { organizationId: 'o', siteId: 's', siteSectionId: id });

describe('records that stand in a list alone', () => {
  const serveSections = (count: number, pageSize: number) => {
    const sections = Array.from({ length: count }, (_, i) => ({ id: `n${i}`, title: `Section ${i}` }));
    world.replies['/v1/orgs/o/sites/s/sections'] = pagesOf(sections, pageSize);
  };
  const pages = (...tokens: number[]) =>
    tokens.map((token) => `/v1/orgs/o/sites/s/sections?limit=1000${token === 0 ? '' : `&page=${token}`}`);

  it('are looked for page by page, until all are found', async () => {
    serveSections(10, 2);
    const { data, errors, calls } = await readNodes([sectionId('n5'), sectionId('n0')]);
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([{ title: 'Section 5' }, { title: 'Section 0' }]);
    expect(told(calls)).toEqual(pages(0, 2, 4).map((path) => `${path} (batched)`));
  });

  it('are missing only where the last page was read', async () => {
    serveSections(6, 2);
    const { data, errors, calls } = await readNodes([sectionId('none')]);
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([null]);
    expect(told(calls)).toEqual(pages(0, 2, 4));
  });

  it('are not called missing where the pages go round in a circle', async () => {
    world.replies['/v1/orgs/o/sites/s/sections'] = json({
      items: [{ id: 'n0', title: 'Section 0' }],
      next: { page: '1' },
    });
    const { data, errors } = await readNodes([sectionId('none')]);
    expect(data.nodes).toEqual([null]);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_UPSTREAM_RESPONSE']);
    expect(arrived()).toEqual(pages(0, 1));
  });

  it('are forbidden where their list is', async () => {
    world.replies['/v1/orgs/o/sites/s/sections'] = json({}, 403);
    const { errors } = await readNodes([sectionId('n0')]);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect(arrived()).toEqual(pages(0));
  });
});

describe('a record met before', () => {
  it('in a list is not fetched again', async () => {
    serveSites('o', ['a', 'b']);
    for (const id of ['a', 'b']) {
      world.replies[`/v1/orgs/o/sites/${id}/share-links`] = pagesOf([{ id: `link-${id}`, name: 'For partners' }]);
    }
    const { data, calls } = await world.gateway.execute(
      '{ organization(id: "o") { sites { nodes { shareLinks { nodes { name site { title } } } } } } }',
    );
    expect(data.organization.sites.nodes.map((site: object) => JSON.stringify(site))).toEqual(
      ['a', 'b'].map((id) =>
        JSON.stringify({ shareLinks: { nodes: [{ name: 'For partners', site: { title: `Site ${id}` } }] } }),
      ),
    );
    expect(arrived()).toEqual([
      '/v1/orgs/o/sites/a/share-links?limit=25',
      '/v1/orgs/o/sites/b/share-links?limit=25',
      '/v1/orgs/o/sites?limit=25',
    ]);
    expect(calls.some(({ batched }) => batched)).toBe(false);
  });

  it('inside another record is not fetched again', async () => {
    const space = { id: 'sp', title: 'Guides', organization: 'o' };
    const siteSpace = { id: 'ss', path: 'guides', title: 'Guides', section: 'n', space };
    const section = { id: 'n', title: 'Docs', path: 'docs', siteSpaces: [siteSpace], sectionGroup: 'g' };
    world.replies['/v1/orgs/o/sites/s/section-groups'] = pagesOf([{ id: 'g', title: 'All', sections: [section] }]);
    world.replies['/v1/spaces/sp/change-requests'] = pagesOf([{ id: 'c', number: 1, subject: 'Typo' }]);
    const { data, errors } =
      await world.gateway.execute(`{ organization(id: "o") { site(id: "s") { sectionGroups { nodes {
      sections { nodes { title sectionGroup { title } siteSpaces { nodes { path section { title }
        space { title changeRequests { nodes { subject space { title } } } } } } } }
    } } } } }`);
    expect(errors).toBeUndefined();
    const [{ sections }] = data.organization.site.sectionGroups.nodes;
    expect(sections.nodes).toEqual([
      {
        title: 'Docs',
        sectionGroup: { title: 'All' },
        siteSpaces: {
          nodes: [
            {
              path: 'guides',
              section: { title: 'Docs' },
              space: { title: 'Guides', changeRequests: { nodes: [{ subject: 'Typo', space: { title: 'Guides' } }] } },
            },
          ],
        },
      },
    ]);
    expect(arrived()).toEqual(['/v1/orgs/o/sites/s/section-groups?limit=25', '/v1/spaces/sp/change-requests?limit=25']);
  });

  it('inside a broken record costs nothing else', async () => {
    const broken = [{ id: 'n', title: 'Docs', siteSpaces: [null, 5, { title: 'No id' }] }];
    world.replies['/v1/orgs/o/sites/s/sections'] = pagesOf(broken);
    const { data, errors } = await readNodes([sectionId('n'), sectionId('none')]);
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([{ title: 'Docs' }, null]);
  });
});
