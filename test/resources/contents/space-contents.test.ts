import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Revision } from '../../../src/resources/contents/contract.ts';
import { spaceContents } from '../../../src/resources/contents/space-contents.ts';
import { present, queriesOf, repeatedCalls } from '../../support/execution/expectations.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import {
  operationsOf,
  startGateway,
  startWorld,
  type TestGateway,
  type TestWorld,
} from '../../support/gateways/gateway.ts';
import { type RestProxy, startProxy } from '../../support/proxies/proxy.ts';
import { overruns } from '../../support/random/plan-overruns.ts';
import {
  expectedPage,
  expectedRevision,
  flat,
  pageSelection,
  revisionSelection,
} from '../../support/resources/contents.ts';
import { renamed } from '../../support/resources/renames.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { describeContent } from '../../support/suites/content-suite.ts';

let world: TestWorld;
let rest: RestCalls;
let spaceId: string;

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  // Its reference is computed from a specification, and its pages refer to its files.
  spaceId = (await spacesByTitle(rest))('Dispatch API').id;
});

afterAll(() => world.close());

describe("a space's content", () => {
  describeContent(spaceContents, () => ({
    world,
    key: { spaceId },
    document: (fields) => `{ space(id: "${spaceId}") { ${fields} } }`,
    at: ['space'],
  }));
});

describe('a content of another service', () => {
  let proxy: RestProxy;
  let gateway: TestGateway;

  beforeAll(async () => {
    proxy = await startProxy(world.sandboxUrl);
    gateway = await startGateway(proxy.url);
  });

  afterEach(() => proxy.restore());

  afterAll(async () => {
    await gateway.close();
    await proxy.close();
  });

  it('may come without the text of its pages, which is then read from each page that it is selected on', async () => {
    const { pages } = await rest.call(spaceContents.pages, { path: { spaceId } });
    proxy.change({ endpoint: spaceContents.pages }, (body) => {
      for (const { page } of flat(body.pages)) delete page.markdown;
      return body;
    });
    const { data, calls, errors } = await gateway.execute(
      `{ space(id: "${spaceId}") { pageList { page { restId markdown again: markdown } } pages { title } } }`,
    );
    expect(errors).toBeUndefined();
    const all = flat(pages).map(({ page }) => page);
    expect(data.space.pageList).toEqual(
      all.map(({ id, markdown }) => ({ page: { restId: id, markdown, again: markdown } })),
    );
    expect(repeatedCalls(calls)).toEqual([]);
    expect(operationsOf(calls)).toEqual([...all.map(() => 'spaceContents.page'), 'spaceContents.pages']);
  });

  it('may come without the text of the pages below a page, which is then read from each, as planned', async () => {
    const { pages } = await rest.call(spaceContents.pages, { path: { spaceId } });
    const parent = flat(pages).find(({ page }) => page.pages?.length)?.page as Page;
    proxy.change({ endpoint: spaceContents.page }, (body) => {
      for (const { page } of flat(body.pages)) delete page.markdown;
      return body;
    });
    const query = `{ space(id: "${spaceId}") { page(id: "${parent.id}") { markdown children { restId markdown } } } }`;
    const { data, errors, extensions } = await explainOperation(gateway, { query }, true);
    expect(errors).toBeUndefined();
    const children = parent.pages?.map(({ id, markdown }) => ({ restId: id, markdown }));
    expect(data).toEqual({ space: { page: { markdown: parent.markdown, children } } });
    const { plan, calls = [] } = extensions?.explain ?? {};
    expect(operationsOf(calls)).toEqual(['spaceContents.page', ...(children ?? []).map(() => 'spaceContents.page')]);
    expect(plan && overruns(plan, calls, 2)).toEqual([]);
  });

  it('may have every field of a page that the contract has', async () => {
    const [first] = (await rest.call(spaceContents.pages, { path: { spaceId } })).pages;
    const page: Page = {
      ...(first as Page),
      icon: 'rocket',
      variables: { region: 'north' },
      hidden: true,
      noIndex: true,
      noRobotsIndex: false,
      computed: {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: 'dispatch' } } },
        props: { doc: '/openapi/dispatch' },
      },
      computedSeed: 'abc',
      cover: { ref: { kind: 'file', file: 'one' }, refDark: { kind: 'file', file: 'two' }, yPos: -12.5 },
    };
    proxy.stub({ endpoint: spaceContents.page }, { status: 200, body: page });
    const { data, errors } = await gateway.execute(
      `{ space(id: "${spaceId}") { page(id: "${page.id}") ${pageSelection()} } }`,
    );
    expect(errors).toBeUndefined();
    expect(present(data.space.page)).toEqual(present(expectedPage({ spaceId }, page)));
    expect(data.space.page).toMatchObject({
      isHidden: true,
      isExcludedFromIndex: true,
      isExcludedFromRobotsIndex: false,
    });
  });

  it('may have every field of a revision that the contract has', async () => {
    const revision = await rest.call(spaceContents.get, { path: { spaceId } });
    const git = {
      oid: 'c0ffee',
      message: 'Sync',
      createdByService: false,
      url: 'https://git.example/c0ffee',
      ref: 'main',
    };
    const full: Revision = { ...revision, git };
    proxy.stub({ endpoint: spaceContents.get }, { status: 200, body: full });
    const { data } = await gateway.execute(`{ space(id: "${spaceId}") { revision ${revisionSelection} } }`);
    expect(present(data.space.revision)).toEqual(present(expectedRevision({ spaceId }, full)));
    expect(data.space.revision.git).toEqual(renamed(git));
  });

  it('may have revisions of a kind with fewer fields', async () => {
    proxy.stub({ endpoint: spaceContents.get }, { status: 200, body: { id: 'r1', type: 'computed' } });
    const { data, errors } = await gateway.execute(`{ space(id: "${spaceId}") { revision ${revisionSelection} } }`);
    expect(errors).toBeUndefined();
    expect(present(data.space.revision)).toEqual({ restId: 'r1', type: 'computed' });
  });

  it('gives a missing file of a cover as null, with its error, and the page', async () => {
    const [first] = (await rest.call(spaceContents.pages, { path: { spaceId } })).pages;
    proxy.change({ endpoint: spaceContents.page }, (body) => ({ ...body, cover: { ref: { file: 'gone' } } }));
    const { data, errors, calls } = await gateway.execute(
      `{ space(id: "${spaceId}") { page(id: "${first?.id}") { title cover { yPosition file { name } darkFile { name } } } } }`,
    );
    expect(data.space.page).toEqual({ title: first?.title, cover: { yPosition: null, file: null, darkFile: null } });
    expect(errors).toMatchObject([{ path: ['space', 'page', 'cover', 'file'], extensions: { code: 'NOT_FOUND' } }]);
    expect(queriesOf(calls, spaceContents.file)).toEqual([{ metadata: 'false' }]);
  });
});
