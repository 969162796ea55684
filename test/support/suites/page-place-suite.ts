import { describe, expect, it } from 'vitest';
import { changeRequestComments } from '../../../src/resources/change-request-comments/contract.ts';
import { spaceComments } from '../../../src/resources/space-comments/contract.ts';
import { globalIdOf, queriesOf } from '../execution/expectations.ts';
import { explainOperation } from '../execution/explain.ts';
import { operationsOf } from '../gateways/gateway.ts';
import { inside } from '../resources/connections.ts';
import { flat } from '../resources/contents.ts';
import type { ContentSubject } from './content-subject.ts';

/** Tests of a page's place in the tree of its content, and of the comments on it. */
export function describePagePlace(subject: ContentSubject): void {
  const { contents } = subject;
  const place = 'parent { restId title } breadcrumb { restId title }';
  const placed = () => {
    const above = new Map<string, { restId: string; title: string | undefined }[]>();
    for (const { page, parent } of flat(subject.tree)) {
      const own = parent && { restId: parent.id, title: parent.title };
      above.set(page.id, own === undefined ? [] : [...(above.get(own.restId) ?? []), own]);
    }
    return [...above].map(([restId, breadcrumb]) => ({ restId, parent: breadcrumb.at(-1) ?? null, breadcrumb }));
  };

  describe("page's place", () => {
    it('is known for every page of a tree, with the one call for the tree', async () => {
      const { given, calls } = await subject.read(`pageList { page { restId ${place} } }`);
      expect(given.pageList.map(({ page }: { page: unknown }) => page)).toEqual(placed());
      expect(Math.max(...placed().map(({ breadcrumb }) => breadcrumb.length))).toBeGreaterThan(1);
      expect(operationsOf(calls)).toEqual([contents.pages.id]);
    });

    it('is read at once with the page, as planned', async () => {
      const expected = placed().find(({ breadcrumb }) => breadcrumb.length > 1);
      const query = `page(id: "${expected?.restId}") { restId ${place} }`;
      const { given, calls } = await subject.read(query);
      expect(given.page).toEqual(expected);
      expect(operationsOf(calls)).toEqual([contents.page.id, contents.pages.id].sort());
      const { extensions } = await explainOperation(
        subject.content.world,
        { query: subject.content.document(query) },
        'plan',
      );
      expect(extensions?.explain.plan).toMatchObject({ calls: 3, levels: 1 });
    });

    it('is read without computed content on demand', async () => {
      const { given, calls } = await subject.read(
        'pages(computed: false) { restId children { parent(computed: false) { restId } } }',
      );
      for (const { restId, children } of given.pages) {
        for (const { parent } of children ?? []) expect(parent).toEqual({ restId });
      }
      expect(queriesOf(calls, contents.pages)).toEqual([{ computed: 'false', metadata: 'false' }]);
    });

    it.each(['parent { title }', 'breadcrumb { title }', 'comments { totalCount }'])(
      'does not make up a page that does not exist, with { %s }',
      async (fields) => {
        const document = subject.content.document(`title: __typename page(id: "nothing") { ${fields} }`);
        const { data, errors } = await subject.content.world.execute(document);
        expect(inside(data, [...subject.content.at, 'page'])).toBeNull();
        expect(errors).toHaveLength(1);
        expect(errors?.[0]).toMatchObject({
          path: [...subject.content.at, 'page'],
          extensions: { code: 'NOT_FOUND', rest: { operation: contents.page.id } },
        });
      },
    );
  });

  describe("page's comments", () => {
    it('are those of its content on this page, with filters, as one call', async () => {
      const isOfChangeRequest = 'changeRequestId' in subject.content.key;
      const type = isOfChangeRequest ? 'ChangeRequestComment' : 'SpaceComment';
      const list = isOfChangeRequest ? changeRequestComments : spaceComments;
      const { id } = subject.pageOf(() => true);
      const path = subject.content.key as { spaceId: string; changeRequestId: string };
      const body = { page: id, body: { markdown: 'Is this still true?' } };
      const comment = await subject.rest.call(list.create, { path, body });
      const filters = 'first: 1, status: "open", order: DESC';
      const { given, calls } = await subject.read(`page(id: "${id}") {
        comments(${filters}) { totalCount edges { cursor } nodes { __typename id restId body { markdown } } }
      }`);
      expect(given.page.comments.nodes).toEqual([
        {
          __typename: type,
          id: globalIdOf(type, ...subject.ids, comment.id),
          restId: comment.id,
          body: { markdown: 'Is this still true?' },
        },
      ]);
      expect(operationsOf(calls)).toEqual([list.list.id, contents.page.id].sort());
      expect(queriesOf(calls, list.list)).toEqual([{ limit: '1', status: 'open', order: 'desc', targetPage: id }]);
      const [other] = flat(subject.tree).slice(-1);
      const others = await subject.read(`page(id: "${other?.page.id}") { title comments { nodes { restId } } }`);
      expect(others.given.page.comments.nodes).not.toContainEqual({ restId: comment.id });
    });
  });
}
