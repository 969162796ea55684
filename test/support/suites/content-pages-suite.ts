import { describe, expect, it } from 'vitest';
import { globalIdOf, present, queriesOf } from '../execution/expectations.ts';
import { operationsOf } from '../gateways/gateway.ts';
import { expectConnection, inside } from '../resources/connections.ts';
import {
  expectedLink,
  expectedPage,
  expectedStats,
  flat,
  linkSelection,
  pageSelection,
} from '../resources/contents.ts';
import { expectNode, expectOneError } from '../resources/reads.ts';
import type { ContentSubject } from './content-subject.ts';

/** Tests of the page tree, nested and flat. */
export function describePageTree(subject: ContentSubject): void {
  const { contents } = subject;
  describe('page tree', () => {
    it('has every field of every page', async () => {
      const { given, calls } = await subject.read(`pages ${pageSelection()}`);
      expect(present(given.pages)).toEqual(
        present(subject.tree.map((page) => expectedPage(subject.content.key, page))),
      );
      expect(operationsOf(calls)).toEqual([contents.pages.id]);
      expect(queriesOf(calls, contents.pages)).toEqual([{}]);
    });

    it('is requested without git metadata if none is selected', async () => {
      const { given, calls } = await subject.read(`pages ${pageSelection({ git: false })}`);
      const path = subject.content.key;
      const { pages } = await subject.rest.call(contents.pages, { path, query: { metadata: false } });
      expect(present(given.pages)).toEqual(present(pages.map((page) => expectedPage(path, page))));
      expect(queriesOf(calls, contents.pages)).toEqual([{ metadata: 'false' }]);
    });

    it('is requested without computed content on demand', async () => {
      const { given, calls } = await subject.read(`pages(computed: false) { computedSeed git { oid } }`);
      const path = subject.content.key;
      const { pages } = await subject.rest.call(contents.pages, { path, query: { computed: false } });
      expect(given.pages).toEqual(pages.map(({ git }) => ({ computedSeed: null, git: { oid: git?.oid } })));
      expect(subject.tree.some(({ computedSeed }) => computedSeed !== undefined)).toBe(true);
      expect(queriesOf(calls, contents.pages)).toEqual([{ computed: 'false' }]);
    });

    it('has no text of computed pages where it is requested without, and makes no call for it', async () => {
      const { id, markdown } = subject.pageOf(({ computed }) => computed !== undefined);
      const path = subject.content.key;
      const { pages } = await subject.rest.call(contents.pages, { path, query: { computed: false } });
      const expected = flat(pages).map(({ page }) => ({ page: { restId: page.id, markdown: page.markdown ?? null } }));
      expect(markdown).toBeDefined();
      expect(expected).toContainEqual({ page: { restId: id, markdown: null } });
      const { given, calls } = await subject.read(`
        pageList(computed: false) { page { restId markdown } }
        revision(computed: false) { pages { markdown children { markdown } } }
      `);
      expect(given.pageList).toEqual(expected);
      expect(operationsOf(calls)).toEqual([contents.get.id, contents.pages.id].sort());
    });

    it('is the same nested and flat, with one call', async () => {
      const item = `{ depth parent { restId title } page { id restId title } }`;
      const { given, calls } = await subject.read(`pageList ${item} pages ${pageSelection({ git: false })}`);
      const expected = flat(subject.tree).map(({ page: { id, title }, depth, parent }) => ({
        depth,
        parent: parent === undefined ? null : { restId: parent.id, title: parent.title },
        page: { id: globalIdOf('Page', ...subject.ids, id), restId: id, title },
      }));
      expect(given.pageList).toEqual(expected);
      const nested = (pages: { restId: string; children?: never[] }[]): string[] =>
        pages.flatMap(({ restId, children = [] }) => [restId, ...nested(children)]);
      expect(nested(given.pages)).toEqual(expected.map(({ page }) => page.restId));
      expect(Math.max(...expected.map(({ depth }) => depth))).toBeGreaterThan(1);
      expect(operationsOf(calls)).toEqual([contents.pages.id]);
    });

    it('makes no call for the content of a page or for the files of covers', async () => {
      const { given, calls } = await subject.read(
        'pageList { page { content { __typename restId } cover { file { id } } } }',
      );
      const type = 'changeRequestId' in subject.content.key ? 'ChangeRequest' : 'Space';
      expect(given.pageList).toEqual(
        flat(subject.tree).map(({ page: { cover } }) => ({
          page: {
            content: { __typename: type, restId: subject.ids.at(-1) },
            cover:
              cover === undefined ? null : { file: { id: globalIdOf('File', ...subject.ids, cover.ref?.file ?? '') } },
          },
        })),
      );
      expect(operationsOf(calls)).toEqual([contents.pages.id]);
    });
  });
}

/** Tests of one page, from a look-up or from the tree. */
export function describePage(subject: ContentSubject): void {
  const { contents } = subject;
  describe('page', () => {
    it('has every field, by plain and by global id', async () => {
      const { id } = subject.pageOf(({ pages = [], computed }) => pages.length > 0 && computed === undefined);
      const globalId = globalIdOf('Page', ...subject.ids, id);
      const { given, calls } = await subject.read(
        `plain: page(id: "${id}") ${pageSelection()} global: page(id: "${globalId}") ${pageSelection()}`,
      );
      const expected = expectedPage(
        subject.content.key,
        await subject.rest.call(contents.page, { path: { ...subject.content.key, pageId: id } }),
      );
      expect(present(given.plain)).toEqual(present(expected));
      expect(given.global).toEqual(given.plain);
      expect(operationsOf(calls)).toEqual([contents.page.id]);
      expect(queriesOf(calls, contents.page)).toEqual([{}]);
    });

    it('is requested in the form of its arguments', async () => {
      const { id } = subject.pageOf(({ markdown = '' }) => markdown.includes('{{'));
      const { given, calls } = await subject.read(`
        page(id: "${id}") { markdown }
        evaluated: page(id: "${id}", evaluated: true, format: "markdown", computed: false) { markdown }
        document: page(id: "${id}", format: "document") { title markdown }
      `);
      const path = { ...subject.content.key, pageId: id };
      const plain = await subject.rest.call(contents.page, { path });
      const evaluated = await subject.rest.call(contents.page, { path, query: { evaluated: true } });
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

    it('has its text in another form on demand, from any parent field', async () => {
      const { id } = subject.pageOf(({ markdown = '' }) => markdown.includes('{{'));
      const { given, calls } = await subject.read(
        'pageList { page { restId plain: markdown evaluated: markdown(evaluated: true) } }',
      );
      const path = { ...subject.content.key, pageId: id };
      const plain = await subject.rest.call(contents.page, { path });
      const evaluated = await subject.rest.call(contents.page, { path, query: { evaluated: true } });
      const [own] = given.pageList.filter(({ page }: { page: { restId: string } }) => page.restId === id);
      expect(own).toEqual({ page: { restId: id, plain: plain.markdown, evaluated: evaluated.markdown } });
      const query = { evaluated: 'true', metadata: 'false' };
      expect(queriesOf(calls, contents.page)).toEqual(flat(subject.tree).map(() => query));
      expect(queriesOf(calls, contents.pages)).toHaveLength(1);
    });

    it('has the source that it is computed from', async () => {
      const { id, computed } = subject.pageOf((page) => page.computed !== undefined);
      const { given } = await subject.read(`page(id: "${id}") { computed { type specSlug props } markdown }`);
      const page = await subject.rest.call(contents.page, { path: { ...subject.content.key, pageId: id } });
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

    it('resolves the files of its cover with one call', async () => {
      const { id, cover } = subject.pageOf((page) => page.cover !== undefined);
      const { given, calls } = await subject.read(
        `page(id: "${id}") { cover { file { name } darkFile { name contentType } } }`,
      );
      const path = { ...subject.content.key, fileId: cover?.ref?.file ?? '' };
      const { name, contentType } = await subject.rest.call(contents.file, { path });
      expect(given.page.cover).toEqual({ file: { name }, darkFile: { name, contentType } });
      expect(operationsOf(calls)).toEqual([contents.file.id, contents.page.id].sort());
    });

    it('round-trips through node', async () => {
      const { id, title } = subject.pageOf(({ pages = [] }) => pages.length > 0);
      const globalId = globalIdOf('Page', ...subject.ids, id);
      const given = await expectNode(subject.content.world, {
        type: 'Page',
        id: globalId,
        selection: '{ restId title }',
        endpoint: contents.page,
      });
      expect(given).toEqual({ id: globalId, restId: id, title });
    });

    it('is null with one NOT_FOUND error if it does not exist, next to an existing page', async () => {
      const { id, title } = subject.pageOf(() => true);
      const { data, errors } = await subject.content.world.execute(
        subject.content.document(`there: page(id: "${id}") { title } gone: page(id: "nothing") { title }`),
      );
      expect(inside(data, subject.content.at)).toEqual({ there: { title }, gone: null });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject({
        path: [...subject.content.at, 'gone'],
        extensions: { code: 'NOT_FOUND', rest: { operation: contents.page.id, path: contents.page.path } },
      });
    });

    it('is not found in another content', async () => {
      const id = globalIdOf('Page', ...subject.ids.with(0, 'elsewhere'), 'any');
      const calls = await expectOneError(
        subject.content.world,
        subject.content.document(`page(id: "${id}") { title }`),
        {
          at: [...subject.content.at, 'page'],
          code: 'BAD_USER_INPUT',
        },
      );
      expect(calls).not.toContain(contents.page.id);
    });
  });
}

/** Tests of the links on a page. */
export function describePageLinks(subject: ContentSubject): void {
  const { contents } = subject;
  describe("page's links", () => {
    const linked = () =>
      subject.pageOf(({ markdown = '', cover }) => cover !== undefined && markdown.includes('](')).id;
    const links = (id: string, args: string, selection: string) => `page(id: "${id}") { links(${args}) ${selection} }`;

    it('are paginated, with every field, and no call for the page', async () => {
      const id = linked();
      const all = await subject.rest.items(contents.pageLinks, { path: { ...subject.content.key, pageId: id } });
      await expectConnection(subject.content.world, {
        document: (window, selection) => subject.content.document(links(id, window, selection)),
        at: [...subject.content.at, 'page', 'links'],
        node: linkSelection,
        endpoint: contents.pageLinks,
        nodes: all.map(expectedLink),
      });
      const { calls } = await subject.read(links(id, 'first: 1', '{ nodes { status } }'));
      expect(operationsOf(calls)).toEqual([contents.pageLinks.id]);
    });

    it('are filtered by status, with statistics over all links', async () => {
      const id = linked();
      const selection = '{ nodes { status } stats { totalCount broken { totalCount changeRequestCount } } }';
      const { given, calls } = await subject.read(links(id, 'first: 7, status: OK', selection));
      const path = { ...subject.content.key, pageId: id };
      const { items, stats } = await subject.rest.call(contents.pageLinks, { path, query: { status: 'ok' } });
      expect(items.length).toBeGreaterThan(0);
      expect(given.page.links).toEqual({ nodes: items.map(() => ({ status: 'OK' })), stats: expectedStats(stats) });
      expect(queriesOf(calls, contents.pageLinks)).toEqual([{ status: 'ok', limit: '7' }]);
    });
  });
}
