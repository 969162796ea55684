import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordSearch } from '../../../src/engine/cache/record-positions.ts';
import { taggedEntities, tagOfWrite, tagsOf } from '../../../src/engine/cache/response-tags.ts';
import { touches } from '../../../src/engine/contract/caching.ts';
import { action, type Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { contract, entities, restContract } from '../../../src/resources/contract.ts';
import { OrganizationEntity } from '../../../src/resources/organizations/contract.ts';
import { SpaceEntity } from '../../../src/resources/spaces/contract.ts';

const space = (id: string) => ({ object: 'space', id });

describe('the tags of a response', () => {
  const tagged = (...path: Parameters<typeof tagsOf>) => tagsOf(...path);

  it('are those of the record in its path', () => {
    expect(tagged(contract.spaceComments.list, { spaceId: 's1' }, { items: [] })).toEqual(['Space:s1']);
    expect(tagged(contract.changeRequests.get, { spaceId: 's1', changeRequestId: '7' }, {})).toEqual(['Space:s1']);
    expect(tagged(contract.teams.list, { organizationId: 'o' }, { items: [{ id: 't' }] })).toEqual(['Organization:o']);
    expect(tagged(contract.collections.get, { collectionId: 'c' }, { id: 'c' })).toEqual([]);
  });

  it('are those of each record in its body', () => {
    const items = ['s1', 's2', 's1'].map((id) => ({ id: `in-${id}`, space: space(id) }));
    const path = { organizationId: 'o', siteId: 'i' };
    expect(tagged(contract.siteSpaces.list, path, { items: [...items, { id: 'y' }, null, 7] })).toEqual([
      'Organization:o',
      'Space:s1',
      'Space:s2',
    ]);
  });

  it('are those of each record in the structure of a published site', () => {
    const siteSpace = (id: string) => ({ object: 'site-space', id: `in-${id}`, space: space(id) });
    const section = { object: 'site-section', id: 'x', siteSpaces: [siteSpace('s1'), siteSpace('s2')] };
    const group = { object: 'site-section-group', id: 'y', sections: [{ id: 'z', siteSpaces: [siteSpace('s3')] }] };
    const result = { site: { id: 'i' }, structure: { structure: [section, group, siteSpace('s4')] } };
    const found = tagged(contract.sites.published, { organizationId: 'o', siteId: 'i' }, result);
    expect(found).toEqual(['Organization:o', 'Space:s1', 'Space:s2', 'Space:s3', 'Space:s4']);
  });

  it('are searched in each read whose schema has such a record, or leaves fields open', () => {
    const searched = Object.values(contract)
      .flatMap((group) => Object.values<Endpoint>(group))
      .filter((endpoint) => endpoint.method === 'GET' && recordSearch(endpoint, SpaceEntity) !== undefined);
    const others = searched.filter(({ path }) => !path.startsWith('/v1/spaces/'));
    expect(others.map(({ id }) => id)).toEqual([
      'organizations.list',
      'organizations.get',
      'organizations.listByEmailDomain',
      'members.spaces',
      'openapiSpecs.latestVersionContent',
      'openapiSpecs.versionContent',
      'sites.list',
      'sites.get',
      'sites.adaptiveSchema',
      'sites.published',
      'siteSections.list',
      'sectionGroups.list',
      'siteSpaces.list',
      'collections.spaces',
    ]);
  });

  it('are not known where a record has no id', () => {
    const items = [{ space: { object: 'space' } }];
    expect(tagged(contract.siteSpaces.list, { organizationId: 'o', siteId: 'i' }, { items })).toBeUndefined();
  });

  it('are not known where there are very many', () => {
    const items = Array.from({ length: 64 }, (_, i) => ({ space: space(`s${i}`) }));
    expect(tagged(contract.siteSpaces.list, { organizationId: 'o', siteId: 'i' }, { items })).toBeUndefined();
    expect(
      tagged(contract.siteSpaces.list, { organizationId: 'o', siteId: 'i' }, { items: items.slice(1) }),
    ).toHaveLength(64);
  });

  it('are not known where other records decide on the response', () => {
    expect(tagged(contract.spaces.links, { spaceId: 's1' }, { items: [] })).toBeUndefined();
  });
});

describe('the tag of a write', () => {
  it('is that of the record that it touches', () => {
    expect(tagOfWrite(contract.changeRequests.merge, { spaceId: 's1', changeRequestId: '7' })).toBe('Space:s1');
    expect(tagOfWrite(contract.members.ping, { organizationId: 'o' })).toBe('Organization:o');
  });

  it('is not known unless it is declared', () => {
    expect(tagOfWrite(contract.spaces.update, { spaceId: 's1' })).toBeUndefined();
    expect(tagOfWrite(contract.members.update, { organizationId: 'o', userId: 'u' })).toBeUndefined();
  });

  it('belongs to a kind of record that reads are tagged with', () => {
    expect(new Set(taggedEntities(restContract))).toEqual(new Set([SpaceEntity, OrganizationEntity]));
  });

  it('cannot be declared for records with several names or keys, or that the path does not name', () => {
    const post = (path: string) => action('POST', path, { status: 200 });
    expect(() => touches(entities.ChangeRequest, post('/v1/x'))).toThrow('Writes cannot touch a ChangeRequest alone');
    expect(() => touches(entities.Team, post('/v1/x'))).toThrow('Writes cannot touch a Team alone');
    expect(() => touches(SpaceEntity, post('/v1/spacesOf/{spaceId}'))).toThrow('is not below the path of a Space');
    expect(touches(SpaceEntity, post('/v1/spaces/{id}/x')).touches).toBe(SpaceEntity);
  });
});

describe('the positions of records', () => {
  const book = z.object({ object: z.string().meta({ known: ['space'] }), id: z.string() });
  const find = (result: z.ZodType, value: unknown) =>
    recordSearch({ ...contract.spaces.links, result }, SpaceEntity)?.(value);

  it('are found in lists, values, alternatives, and optional and nullable fields', () => {
    const result = z.object({
      list: z.array(book.nullable()).optional(),
      byName: z.record(z.string(), z.union([z.string(), z.object({ book })])),
    });
    const value = { list: [{ id: 'a' }, null], byName: { x: 'text', y: { book: { id: 'b' } } } };
    expect(find(result, value)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(find(result, {})).toEqual([]);
    expect(find(result, null)).toEqual([]);
  });

  it('are found in records of a kind that contains itself, as deep as they may be nested', () => {
    const shelf = z.object({
      book: book.optional(),
      get shelves() {
        return z.array(shelf).optional();
      },
    });
    const nested = (depth: number): object => (depth === 0 ? { book: { id: 'x' } } : { shelves: [nested(depth - 1)] });
    expect(find(shelf, nested(20))).toEqual([{ id: 'x' }]);
    expect(find(shelf, nested(5000))).toBeUndefined();
  });

  it('are none where no schema tells of such a record', () => {
    expect(find(z.object({ other: z.object({ id: z.string() }) }), {})).toBeUndefined();
  });
});
