import { describe, expect, it } from 'vitest';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';
import { pagesOf } from '../../support/upstreams/pages.ts';

const world = stubbedGateway();

const section = (id: string) => ({ object: 'site-section', id, title: `Section ${id}`, path: id });
const group = (id: string, ...sections: string[]) => ({
  object: 'site-section-group',
  id,
  title: `Group ${id}`,
  sections: sections.map(section),
});
const link = (id: string) => ({ object: 'site-section-link', id, title: `Link ${id}` });
const siteSpace = (id: string) => ({ object: 'site-space', id, path: id, title: `Space ${id}` });

const selection = `published { structureType sections { __typename restId title } sectionGroups { restId title sections {
  nodes { restId } } } siteSpaces { __typename restId title } }`;

async function published(structure: object) {
  world.replies['/v1/orgs/o/sites/s/published'] = json({ object: 'published-content-site', structure });
  const { data, errors } = await world.gateway.execute(`{ organization(id: "o") { site(id: "s") { ${selection} } } }`);
  expect(errors).toBeUndefined();
  return data.organization.site.published;
}

describe('the structure of a published site', () => {
  it('of site spaces has no sections', async () => {
    expect(await published({ type: 'siteSpaces', structure: [siteSpace('a'), siteSpace('b')] })).toEqual({
      structureType: 'siteSpaces',
      sections: null,
      sectionGroups: null,
      siteSpaces: [
        { __typename: 'SiteSpace', restId: 'a', title: 'Space a' },
        { __typename: 'SiteSpace', restId: 'b', title: 'Space b' },
      ],
    });
  });

  it('of site spaces that do not name their kind has no sections either', async () => {
    const { object: _, ...unnamed } = siteSpace('a');
    expect(await published({ type: 'siteSpaces', structure: [unnamed] })).toMatchObject({
      sections: null,
      siteSpaces: [{ restId: 'a' }],
    });
  });

  it('of sections, groups and links gives each as what it is', async () => {
    const structure = [section('a'), group('g', 'b', 'c'), link('l'), section('d'), siteSpace('s')];
    expect(await published({ type: 'sections', structure })).toEqual({
      structureType: 'sections',
      sections: [
        { __typename: 'SiteSection', restId: 'a', title: 'Section a' },
        { __typename: 'SiteSection', restId: 'd', title: 'Section d' },
      ],
      sectionGroups: [{ restId: 'g', title: 'Group g', sections: { nodes: [{ restId: 'b' }, { restId: 'c' }] } }],
      siteSpaces: null,
    });
  });
});

describe('a structure of another type', () => {
  it('gives what it has', async () => {
    expect(await published({ type: 'pages', structure: [siteSpace('a'), section('b')] })).toMatchObject({
      structureType: 'pages',
      sections: [{ restId: 'b' }],
      siteSpaces: [{ restId: 'a' }],
    });
  });
});

describe('a list of sections that also holds groups and links', () => {
  const items = [group('g', 'x'), section('a'), link('l'), section('b'), section('c'), group('h'), section('d')];
  const serve = (pageSize: number) => {
    world.replies['/v1/orgs/o/sites/s/sections'] = pagesOf(items, pageSize);
  };
  const read = async (args: string) => {
    const { data, errors } = await world.gateway.execute(
      `{ organization(id: "o") { site(id: "s") { sections(${args}) {
           nodes { restId } edges { cursor node { restId } } pageInfo { hasNextPage endCursor } } } } }`,
    );
    expect(errors).toBeUndefined();
    return data.organization.site.sections;
  };
  const idsOf = ({ nodes }: { nodes: { restId: string }[] }) => nodes.map(({ restId }) => restId);

  it.each([1, 2, 3, 100])('shows the sections alone, in full windows, with pages of %i', async (pageSize) => {
    serve(pageSize);
    const all = await read('first: 10');
    expect(idsOf(all)).toEqual(['a', 'b', 'c', 'd']);
    expect(all.edges.map(({ node }: { node: { restId: string } }) => node.restId)).toEqual(idsOf(all));
    expect(all.pageInfo.hasNextPage).toBe(false);
    const window = await read('first: 2');
    expect(idsOf(window)).toEqual(['a', 'b']);
    expect(window.pageInfo.hasNextPage).toBe(true);
    const rest = await read(`first: 10, after: "${window.pageInfo.endCursor}"`);
    expect(idsOf(rest)).toEqual(['c', 'd']);
    for (const [index, { cursor }] of window.edges.entries()) {
      expect(idsOf(await read(`first: 1, after: "${cursor}"`))).toEqual([['b', 'c'][index]]);
    }
  });

  it('has no next page where only groups and links follow the last section', async () => {
    world.replies['/v1/orgs/o/sites/s/sections'] = pagesOf([section('a'), section('b'), group('g'), link('l')]);
    expect((await read('first: 1')).pageInfo.hasNextPage).toBe(true);
    const last = await read('first: 2');
    expect(idsOf(last)).toEqual(['a', 'b']);
    expect(last.pageInfo.hasNextPage).toBe(false);
    expect(idsOf(await read(`first: 2, after: "${last.pageInfo.endCursor}"`))).toEqual([]);
  });
});

describe("a group's sections among which there are links", () => {
  it('are counted and paged without these', async () => {
    const sections = [section('a'), link('l'), section('b'), link('m')];
    world.replies['/v1/orgs/o/sites/s/section-groups'] = pagesOf([{ ...group('g'), sections }]);
    const { data, errors } = await world.gateway.execute(
      `{ organization(id: "o") { site(id: "s") { sectionGroups { nodes {
           sections(first: 2) { totalCount nodes { restId } pageInfo { hasNextPage } } } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.organization.site.sectionGroups.nodes).toEqual([
      { sections: { totalCount: 2, nodes: [{ restId: 'a' }, { restId: 'b' }], pageInfo: { hasNextPage: false } } },
    ]);
  });
});
