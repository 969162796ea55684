import { afterAll, describe, expect, it } from 'vitest';
import { shareLinks } from '../../../src/resources/share-links/contract.ts';
import type { SiteSection } from '../../../src/resources/site-sections/contract.ts';
import { sites } from '../../../src/resources/sites/contract.ts';
import type { Site } from '../../../src/resources/sites/records.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { present, queriesOf } from '../../support/execution/expectations.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { expectedSite } from '../../support/resources/expected-site.ts';
import { everyField } from '../../support/resources/selections.ts';
import { startSiteWorld } from '../../support/resources/site-world.ts';

const { world, rest, all, path, elsewhere, inOrganization, ofSite } = await startSiteWorld();
const selection = everyField('Site');

afterAll(() => world.close());

describe('a published site', () => {
  it('has its own record and its sections, and nothing in it is fetched again', async () => {
    const published = await rest.call(sites.published, { path });
    const { data, calls, errors } = await world.execute(
      ofSite(
        `published { structureType site ${selection}
           sections { restId title site { restId } siteSpaces { nodes { path space { title } } } } }`,
      ),
    );
    expect(errors).toBeUndefined();
    const { structureType, site, sections } = data.organization.site.published;
    const listed = (published.structure?.structure ?? []) as SiteSection[];
    expect(listed).not.toEqual([]);
    expect(structureType).toBe('sections');
    expect(present(site)).toEqual(expectedSite(published.site as Site, path.organizationId));
    expect(sections).toEqual(
      listed.map((section) => ({
        restId: section.id,
        title: section.title,
        site: { restId: path.siteId },
        siteSpaces: {
          nodes: section.siteSpaces?.map((one) => ({ path: one.path, space: { title: one.space?.title } })),
        },
      })),
    );
    expect(operationsOf(calls)).toEqual(['sites.published']);
  });

  it('resolves its URLs by the key of a share link', async () => {
    const siteId = all[1]?.id ?? '';
    const [link] = await rest.items(shareLinks.list, { path: { ...path, siteId } });
    const shareKey = link?.urls?.published?.split('/').at(-1) ?? '';
    const published = await rest.call(sites.published, { path: { ...path, siteId }, query: { shareKey } });
    const { data, calls, errors } = await world.execute(
      inOrganization(
        `site(id: "${siteId}") { published(shareKey: "${shareKey}") { site { urls { published } } sections { urls { published } } } }`,
      ),
    );
    expect(errors).toBeUndefined();
    const { site, sections } = data.organization.site.published;
    expect(site.urls.published).toBe(link?.urls?.published);
    expect(sections).toEqual(published.structure?.structure?.map(({ urls }) => ({ urls })));
    expect(queriesOf(calls, sites.published)).toEqual([{ shareKey }]);
  });

  it('stands for an outsider with a share key, whatever else is selected', async () => {
    const siteId = all[1]?.id ?? '';
    const [link] = await rest.items(shareLinks.list, { path: { ...path, siteId } });
    const shareKey = link?.urls?.published?.split('/').at(-1) ?? '';
    const opened = `published(shareKey: "${shareKey}") { structureType }`;
    const published = { structureType: 'sections' };
    const alone = await world.execute(inOrganization(`site(id: "${siteId}") { ${opened} }`), {
      token: sandboxTokens.outsider,
    });
    expect(alone.data).toEqual({ organization: { site: { published } } });
    const beside = await world.execute(inOrganization(`title site(id: "${siteId}") { title isPublished ${opened} }`), {
      token: sandboxTokens.outsider,
    });
    expect(beside.data).toEqual({ organization: { title: null, site: { title: null, isPublished: null, published } } });
    expect(beside.errors?.map(({ path: at }) => at?.join('.')).sort()).toEqual([
      'organization.site.isPublished',
      'organization.site.title',
      'organization.title',
    ]);
  });

  it('refuses a wrong key as REST does, and the site itself stands', async () => {
    const { data, errors } = await world.execute(
      inOrganization(`site(id: "${all[1]?.id}") { title published(shareKey: "guess") { structureType } }`),
    );
    expect(data.organization.site).toEqual({ title: 'Ledger Early Access', published: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['organization', 'site', 'published'],
      extensions: { code: 'FORBIDDEN', rest: { operation: 'sites.published', status: 403 } },
    });
  });

  it('is null without an error while the site is not published', async () => {
    const [draft] = await rest.items(sites.list, { path: { organizationId: elsewhere }, query: { published: false } });
    for (const fields of ['title published { structureType }', 'restId published { structureType }']) {
      const document = `{ organization(id: "${elsewhere}") { site(id: "${draft?.id}") { ${fields} } } }`;
      const { data, errors } = await world.execute(document);
      expect([data.organization.site.published, errors]).toEqual([null, undefined]);
    }
  });
});
