import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/contract/contents.ts';
import type { ContentOperations } from '../../src/resolvers/content-fields.ts';
import { expectConnection, inside } from './connections.ts';
import {
  type ContentKey,
  expectedFile,
  expectedLink,
  expectedPage,
  expectedReference,
  expectedRevision,
  fileSelection,
  flat,
  linkSelection,
  pageSelection,
  referenceSelection,
  revisionSelection,
} from './contents.ts';
import { globalIdOf, present, queriesOf } from './expectations.ts';
import { operationsOf, type TestWorld } from './gateway.ts';
import { expectNode, expectOneError } from './reads.ts';
import { type RestCalls, restCalls } from './sandbox-calls.ts';

/** A content of the seed with a computed page and files, and how the graph comes to it. */
export interface ContentCase {
  world: TestWorld;
  key: ContentKey;
  /** An operation that selects `fields` on the content, and makes no call of its own. */
  document: (fields: string) => string;
  /** Where the content stands in the operation's data. */
  at: readonly string[];
}

/** What spaces and change requests have in common: all reads of the content at `contents`. */
export function describeContent(contents: ContentOperations, open: () => ContentCase): void {
  let content: ContentCase;
  let rest: RestCalls;
  let tree: Page[];
  /** The ids of the key in their order, for global ids. */
  let ids: string[];

  beforeAll(async () => {
    content = open();
    rest = restCalls(content.world.sandboxUrl);
    ids = Object.values(content.key);
    tree = (await rest.call(contents.pages, { path: content.key })).pages;
  });

  /** Selects fields on the content, and gives the content and the calls. */
  async function ask(fields: string) {
    const { data, calls, errors } = await content.world.ask(content.document(fields));
    expect(errors).toBeUndefined();
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into the data that it asked for
    return { given: inside(data, content.at) as any, calls };
  }

  const pageOf = (matches: (page: Page) => boolean): Page => {
    const found = flat(tree).find(({ page }) => matches(page))?.page;
    if (found === undefined) throw new Error('The content has no such page');
    return found;
  };

  describe('page tree', () => {
    it('has every field of every page', async () => {
      const { given, calls } = await ask(`pages ${pageSelection()}`);
      expect(present(given.pages)).toEqual(present(tree.map((page) => expectedPage(content.key, page))));
      expect(operationsOf(calls)).toEqual([contents.pages.id]);
      expect(queriesOf(calls, contents.pages)).toEqual([{}]);
    });

    it('is asked for without git metadata where none is selected', async () => {
      const { given, calls } = await ask(`pages ${pageSelection({ git: false })}`);
      const path = content.key;
      const { pages } = await rest.call(contents.pages, { path, query: { metadata: false } });
      expect(present(given.pages)).toEqual(present(pages.map((page) => expectedPage(path, page))));
      expect(queriesOf(calls, contents.pages)).toEqual([{ metadata: 'false' }]);
    });

    it('is asked for without computed content on demand', async () => {
      const { given, calls } = await ask(`pages(computed: false) { computedSeed git { oid } }`);
      const path = content.key;
      const { pages } = await rest.call(contents.pages, { path, query: { computed: false } });
      expect(given.pages).toEqual(pages.map(({ git }) => ({ computedSeed: null, git: { oid: git?.oid } })));
      expect(tree.some(({ computedSeed }) => computedSeed !== undefined)).toBe(true);
      expect(queriesOf(calls, contents.pages)).toEqual([{ computed: 'false' }]);
    });

    it('is the same nested and flat, for one call', async () => {
      const item = `{ depth parent { restId title } page { id restId title } }`;
      const { given, calls } = await ask(`pageList ${item} pages ${pageSelection({ git: false })}`);
      const expected = flat(tree).map(({ page: { id, title }, depth, parent }) => ({
        depth,
        parent: parent === undefined ? null : { restId: parent.id, title: parent.title },
        page: { id: globalIdOf('Page', ...ids, id), restId: id, title },
      }));
      expect(given.pageList).toEqual(expected);
      const nested = (pages: { restId: string; children?: never[] }[]): string[] =>
        pages.flatMap(({ restId, children = [] }) => [restId, ...nested(children)]);
      expect(nested(given.pages)).toEqual(expected.map(({ page }) => page.restId));
      expect(Math.max(...expected.map(({ depth }) => depth))).toBeGreaterThan(1);
      expect(operationsOf(calls)).toEqual([contents.pages.id]);
    });

    it('costs no call for the content that a page stands in, nor for the files of covers', async () => {
      const { given, calls } = await ask('pageList { page { content { __typename restId } cover { ref { id } } } }');
      const type = 'changeRequestId' in content.key ? 'ChangeRequest' : 'Space';
      expect(given.pageList).toEqual(
        flat(tree).map(({ page: { cover } }) => ({
          page: {
            content: { __typename: type, restId: ids.at(-1) },
            cover: cover === undefined ? null : { ref: { id: globalIdOf('File', ...ids, cover.ref?.file ?? '') } },
          },
        })),
      );
      expect(operationsOf(calls)).toEqual([contents.pages.id]);
    });
  });

  describe('page', () => {
    it('has every field, by its plain id and by its global id', async () => {
      const { id } = pageOf(({ pages = [], computed }) => pages.length > 0 && computed === undefined);
      const globalId = globalIdOf('Page', ...ids, id);
      const { given, calls } = await ask(
        `plain: page(id: "${id}") ${pageSelection()} global: page(id: "${globalId}") ${pageSelection()}`,
      );
      const expected = expectedPage(
        content.key,
        await rest.call(contents.page, { path: { ...content.key, pageId: id } }),
      );
      expect(present(given.plain)).toEqual(present(expected));
      expect(given.global).toEqual(given.plain);
      expect(operationsOf(calls)).toEqual([contents.page.id]);
      expect(queriesOf(calls, contents.page)).toEqual([{}]);
    });

    it('is asked for in the form that its arguments say', async () => {
      const { id } = pageOf(({ markdown = '' }) => markdown.includes('{{'));
      const { given, calls } = await ask(`
        page(id: "${id}") { markdown }
        evaluated: page(id: "${id}", evaluated: true, format: "markdown", computed: false) { markdown }
        document: page(id: "${id}", format: "document") { title markdown }
      `);
      const path = { ...content.key, pageId: id };
      const plain = await rest.call(contents.page, { path });
      const evaluated = await rest.call(contents.page, { path, query: { evaluated: true } });
      expect(evaluated.markdown).not.toBe(plain.markdown);
      expect(given).toEqual({
        page: { markdown: plain.markdown },
        evaluated: { markdown: evaluated.markdown },
        document: { title: plain.title, markdown: null },
      });
      expect(new Set(queriesOf(calls, contents.page))).toEqual(
        new Set([
          { metadata: 'false' },
          { format: 'markdown', evaluated: 'true', computed: 'false', metadata: 'false' },
          { format: 'document', metadata: 'false' },
        ]),
      );
    });

    it('has its text in another form on demand, wherever the page came from', async () => {
      const { id } = pageOf(({ markdown = '' }) => markdown.includes('{{'));
      const { given, calls } = await ask(
        'pageList { page { restId plain: markdown evaluated: markdown(format: "markdown", evaluated: true) } }',
      );
      const path = { ...content.key, pageId: id };
      const plain = await rest.call(contents.page, { path });
      const evaluated = await rest.call(contents.page, { path, query: { evaluated: true } });
      const [own] = given.pageList.filter(({ page }: { page: { restId: string } }) => page.restId === id);
      expect(own).toEqual({ page: { restId: id, plain: plain.markdown, evaluated: evaluated.markdown } });
      const query = { format: 'markdown', evaluated: 'true', metadata: 'false' };
      expect(queriesOf(calls, contents.page)).toEqual(flat(tree).map(() => query));
      expect(queriesOf(calls, contents.pages)).toHaveLength(1);
    });

    it('says what it is computed from', async () => {
      const { id, computed } = pageOf((page) => page.computed !== undefined);
      const { given } = await ask(`page(id: "${id}") { computed { type specSlug props } markdown }`);
      const page = await rest.call(contents.page, { path: { ...content.key, pageId: id } });
      expect(given.page).toEqual({
        computed: {
          type: 'builtin:openapi',
          specSlug: computed?.dependencies?.spec?.ref?.spec,
          props: computed?.props,
        },
        markdown: page.markdown,
      });
      expect(page.markdown).toContain('## ');
    });

    it('leads to the files of its cover, in one call for both', async () => {
      const { id, cover } = pageOf((page) => page.cover !== undefined);
      const { given, calls } = await ask(`page(id: "${id}") { cover { ref { name } refDark { name contentType } } }`);
      const path = { ...content.key, fileId: cover?.ref?.file ?? '' };
      const { name, contentType } = await rest.call(contents.file, { path });
      expect(given.page.cover).toEqual({ ref: { name }, refDark: { name, contentType } });
      expect(operationsOf(calls)).toEqual([contents.file.id, contents.page.id].sort());
    });

    it('round-trips through node', async () => {
      const { id, title } = pageOf(({ pages = [] }) => pages.length > 0);
      const globalId = globalIdOf('Page', ...ids, id);
      const given = await expectNode(content.world, {
        type: 'Page',
        id: globalId,
        selection: '{ restId title }',
        operation: contents.page,
      });
      expect(given).toEqual({ id: globalId, restId: id, title });
    });

    it('is null with one NOT_FOUND error where there is none, beside one that exists', async () => {
      const { id, title } = pageOf(() => true);
      const { data, errors } = await content.world.ask(
        content.document(`there: page(id: "${id}") { title } gone: page(id: "nothing") { title }`),
      );
      expect(inside(data, content.at)).toEqual({ there: { title }, gone: null });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject({
        path: [...content.at, 'gone'],
        extensions: { code: 'NOT_FOUND', rest: { operation: contents.page.id, path: contents.page.path } },
      });
    });

    it('is not taken from another content', async () => {
      const id = globalIdOf('Page', ...ids.with(0, 'elsewhere'), 'any');
      const calls = await expectOneError(content.world, content.document(`page(id: "${id}") { title }`), {
        at: [...content.at, 'page'],
        code: 'BAD_USER_INPUT',
      });
      expect(calls).not.toContain(contents.page.id);
    });
  });

  describe("page's links", () => {
    const linked = () => pageOf(({ markdown = '', cover }) => cover !== undefined && markdown.includes('](')).id;
    const links = (id: string, args: string, selection: string) => `page(id: "${id}") { links(${args}) ${selection} }`;

    it('come in windows, with every field, and no call for the page', async () => {
      const id = linked();
      const all = await rest.items(contents.pageLinks, { path: { ...content.key, pageId: id } });
      await expectConnection(content.world, {
        document: (window, selection) => content.document(links(id, window, selection)),
        at: [...content.at, 'page', 'links'],
        node: linkSelection,
        operation: contents.pageLinks,
        nodes: all.map(expectedLink),
      });
      const { calls } = await ask(links(id, 'first: 1', '{ nodes { status } }'));
      expect(operationsOf(calls)).toEqual([contents.pageLinks.id]);
    });

    it('are filtered by status, with statistics of all', async () => {
      const id = linked();
      const selection = '{ nodes { status } stats { total broken { total changeRequest } } }';
      const { given, calls } = await ask(links(id, 'first: 7, status: OK', selection));
      const path = { ...content.key, pageId: id };
      const { items, stats } = await rest.call(contents.pageLinks, { path, query: { status: 'ok' } });
      expect(items.length).toBeGreaterThan(0);
      expect(given.page.links).toEqual({ nodes: items.map(() => ({ status: 'OK' })), stats });
      expect(queriesOf(calls, contents.pageLinks)).toEqual([{ status: 'ok', limit: '7' }]);
    });
  });

  describe('files', () => {
    it('come in windows, with every field', async () => {
      const files = await rest.items(contents.files, { path: content.key });
      await expectConnection(content.world, {
        document: (window, selection) => content.document(`files(${window}) ${selection}`),
        at: [...content.at, 'files'],
        node: fileSelection,
        operation: contents.files,
        nodes: files.map((file) => ({ dimensions: null, ...expectedFile(content.key, file) })),
        size: 1,
      });
    });

    it('are asked for with and without git metadata and computed content', async () => {
      const { calls } = await ask('files(computed: true) { nodes { git { oid } } }');
      expect(queriesOf(calls, contents.files)).toEqual([{ computed: 'true', limit: '25' }]);
      const without = await ask('files(first: 3, computed: false) { nodes { name } }');
      expect(queriesOf(without.calls, contents.files)).toEqual([{ computed: 'false', metadata: 'false', limit: '3' }]);
    });

    it('are looked up by plain and by global id', async () => {
      const [file] = await rest.items(contents.files, { path: content.key });
      const id = file?.id ?? '';
      const globalId = globalIdOf('File', ...ids, id);
      const { given, calls } = await ask(
        `plain: file(id: "${id}") ${fileSelection} global: file(id: "${globalId}") { id name }`,
      );
      const { name, ...same } = await rest.call(contents.file, { path: { ...content.key, fileId: id } });
      expect(present(given.plain)).toEqual(present(expectedFile(content.key, { name, ...same })));
      expect(given.global).toEqual({ id: globalId, name });
      expect(operationsOf(calls)).toEqual([contents.file.id]);
      const computed = await ask(`file(id: "${id}", computed: false) { name }`);
      expect(queriesOf(computed.calls, contents.file)).toEqual([{ computed: 'false', metadata: 'false' }]);
    });

    it('are read by one call of their list when several are looked up', async () => {
      const files = await rest.items(contents.files, { path: content.key });
      expect(files.length).toBeGreaterThan(1);
      const { given, calls } = await ask(files.map(({ id }, i) => `f${i}: file(id: "${id}") { name }`).join(' '));
      expect(Object.values(given)).toEqual(files.map(({ name }) => ({ name })));
      expect(calls).toEqual([expect.objectContaining({ operation: contents.files.id, batched: true })]);
      expect(queriesOf(calls, contents.files)).toEqual([{ limit: '1000', metadata: 'false' }]);
    });

    it('round-trip through node, with the content that they stand in', async () => {
      const [file] = await rest.items(contents.files, { path: content.key });
      const globalId = globalIdOf('File', ...ids, file?.id ?? '');
      const given = await expectNode(content.world, {
        type: 'File',
        id: globalId,
        selection: '{ name content { restId } }',
        operation: contents.file,
      });
      expect(given).toEqual({ id: globalId, name: file?.name, content: { restId: ids.at(-1) } });
    });

    it('are null with one NOT_FOUND error where there is none, beside others', async () => {
      const document = content.document('file(id: "nothing") { name } pages { restId }');
      await expectOneError(content.world, document, { at: [...content.at, 'file'], code: 'NOT_FOUND' });
    });

    it('know where they are referred to', async () => {
      const files = await rest.items(contents.files, { path: content.key });
      const lists = await Promise.all(
        files.map(({ id }) => rest.items(contents.fileBacklinks, { path: { ...content.key, fileId: id } })),
      );
      const index = lists.findIndex((list) => list.length > 1);
      const id = files[index]?.id ?? '';
      await expectConnection(content.world, {
        document: (window, selection) => content.document(`file(id: "${id}") { backlinks(${window}) ${selection} }`),
        at: [...content.at, 'file', 'backlinks'],
        node: referenceSelection,
        operation: contents.fileBacklinks,
        nodes: lists[index]?.map(expectedReference) ?? [],
        size: 1,
      });
    });
  });

  describe('revision', () => {
    it('has every field', async () => {
      const { given, calls } = await ask(`revision ${revisionSelection}`);
      const revision = await rest.call(contents.get, { path: content.key });
      expect(present(given.revision)).toEqual(present(expectedRevision(content.key, revision)));
      expect(revision.reusableContents?.length).toBeGreaterThan(0);
      expect(operationsOf(calls)).toEqual([contents.get.id]);
      expect(queriesOf(calls, contents.get)).toEqual([{}]);
    });

    it('gives its id without a call for the content', async () => {
      const { given, calls } = await ask('revision { restId }');
      const { id } = await rest.call(contents.get, { path: content.key });
      expect(given.revision).toEqual({ restId: id });
      const owner = 'changeRequestId' in content.key ? 'changeRequests.get' : 'spaces.get';
      expect(operationsOf(calls)).toEqual([owner]);
    });

    it('is asked for without git metadata, and without computed content on demand', async () => {
      const { given, calls } = await ask('revision(computed: false) { type pages { computedSeed } }');
      expect(given.revision).toEqual({ type: 'edits', pages: tree.map(() => ({ computedSeed: null })) });
      expect(queriesOf(calls, contents.get)).toEqual([{ computed: 'false', metadata: 'false' }]);
    });
  });
}
