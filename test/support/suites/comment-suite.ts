import { beforeAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import type { changeRequestComments } from '../../../src/resources/change-request-comments/contract.ts';
import type { Comment, CommentReply } from '../../../src/resources/comments/contract.ts';
import type { spaceComments } from '../../../src/resources/space-comments/contract.ts';
import { globalIdOf, present, queriesOf } from '../execution/expectations.ts';
import { operationsOf, type TestWorld } from '../gateways/gateway.ts';
import { commentSelection, expectedComment } from '../resources/comments.ts';
import { expectConnection, inside } from '../resources/connections.ts';
import { expectNode, expectOneError } from '../resources/reads.ts';
import { type RestCalls, restCalls } from '../sandbox/sandbox-calls.ts';
import { describeReply } from './comment-reply-suite.ts';

type Operations = typeof spaceComments;

/** The seed's comments on one record, and how to select them. */
export interface CommentCase {
  world: TestWorld;
  /** `SpaceComment` or `ChangeRequestComment`. */
  type: string;
  key: { spaceId: string } | { spaceId: string; changeRequestId: string };
  /** An operation that selects `fields` on the commented record, without further calls. */
  document: (fields: string) => string;
  /** The path of that record in the data. */
  at: readonly string[];
  /** The operation that reads a page of the commented content. */
  pageOperation: string;
  /** The ids of a comment and of one of its replies. */
  replied: { commentId: string; reply: CommentReply };
}

/** The tests that comments on spaces and on change requests have in common. */
export function describeComments(operations: Operations | typeof changeRequestComments, open: () => CommentCase): void {
  // The operations differ only in their paths.
  const subject = subjectOf(operations as Operations, open);
  describeList(subject);
  describeComment(subject);
  describeReply(subject);
}

/** The subject of the tests; everything except the operations is set when they run. */
export interface CommentSubject {
  readonly operations: Operations;
  comments: CommentCase;
  rest: RestCalls;
  /** All comments, as REST returns them. */
  all: Comment[];
  /** The ids of the key, in the order of global ids. */
  ids: string[];
  /** Selects fields on the commented record; resolves to it and the calls. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the data that it selected
  read(fields: string): Promise<{ given: any; calls: CallRecord[] }>;
  /** The expected comment in GraphQL. */
  expected(comment: Comment): unknown;
  idOf(comment: Comment): string;
  /** The first matching comment. */
  first(matches?: (comment: Comment) => boolean): Comment;
}

function subjectOf(operations: Operations, open: () => CommentCase): CommentSubject {
  const subject = {
    operations,
    async read(fields: string) {
      const { world, document, at } = subject.comments;
      const { data, calls, errors } = await world.execute(document(fields));
      expect(errors).toBeUndefined();
      return { given: inside(data, at), calls };
    },
    expected: (comment: Comment) => present(expectedComment(subject.comments.type, subject.ids, comment)),
    idOf: ({ id }: Comment) => globalIdOf(subject.comments.type, ...subject.ids, id),
    first(matches: (comment: Comment) => boolean = () => true) {
      const found = subject.all.find(matches);
      if (found === undefined) throw new Error('The seed has no such comment here');
      return found;
    },
  } as CommentSubject;
  beforeAll(async () => {
    subject.comments = open();
    subject.rest = restCalls(subject.comments.world.sandboxUrl);
    subject.ids = Object.values(subject.comments.key);
    subject.all = await subject.rest.items(operations.list, { path: subject.comments.key });
  });
  return subject;
}

/** The list of comments. */
function describeList(subject: CommentSubject): void {
  const { operations } = subject;
  describe('comments', () => {
    it('have every field, with one call of their list', async () => {
      const { given, calls } = await subject.read(`comments { nodes ${commentSelection} }`);
      expect(present(given.comments.nodes)).toEqual(subject.all.map(subject.expected));
      expect(operationsOf(calls)).toEqual([operations.list.id]);
      expect(queriesOf(calls, operations.list)).toEqual([{ limit: '25' }]);
    });

    it('are paginated', async () => {
      await expectConnection(subject.comments.world, {
        document: (window, selection) => subject.comments.document(`comments(${window}) ${selection}`),
        at: [...subject.comments.at, 'comments'],
        node: '{ id restId body { markdown } postedBy { restId } replyCount }',
        endpoint: operations.list,
        nodes: subject.all.map((comment) => ({
          id: subject.idOf(comment),
          restId: comment.id,
          body: comment.body,
          postedBy: { restId: comment.postedBy?.id },
          replyCount: comment.replies,
        })),
        size: 1,
      });
    });

    it.each(['asc', 'desc'])('are sorted in the order %s', async (order) => {
      const { given, calls } = await subject.read(`comments(order: ${order.toUpperCase()}) { nodes { restId } }`);
      const items = await subject.rest.items(operations.list, { path: subject.comments.key, query: { order } });
      expect(given.comments.nodes).toEqual(items.map(({ id }) => ({ restId: id })));
      const newestFirst = subject.all.map(({ id }) => ({ restId: id }));
      expect(given.comments.nodes).toEqual(order === 'desc' ? newestFirst : newestFirst.toReversed());
      expect(queriesOf(calls, operations.list)).toEqual([{ order, limit: '25' }]);
    });

    it.each(['all', 'open', 'resolved'])('are filtered by the status %s', async (status) => {
      const { given, calls } = await subject.read(
        `comments(status: "${status}", format: "markdown") { nodes { restId status } }`,
      );
      const wanted = subject.all.filter((comment) => status === 'all' || comment.status === status);
      expect(given.comments.nodes).toEqual(wanted.map((comment) => ({ restId: comment.id, status: comment.status })));
      expect(queriesOf(calls, operations.list)).toEqual([{ status, format: 'markdown', limit: '25' }]);
    });

    it('are filtered by page, by plain or global id', async () => {
      const page = subject.first(({ target }) => target?.page !== undefined).target?.page?.id ?? '';
      const wanted = subject.all.filter(({ target }) => target?.page?.id === page).map(({ id }) => ({ restId: id }));
      expect(wanted.length).toBeLessThan(subject.all.length);
      for (const id of [page, globalIdOf('Page', ...subject.ids, page)]) {
        const { given, calls } = await subject.read(`comments(targetPageId: "${id}") { nodes { restId } }`);
        expect(given.comments.nodes).toEqual(wanted);
        expect(queriesOf(calls, operations.list)).toEqual([{ targetPage: page, limit: '25' }]);
      }
    });

    it('are filtered by several authors, by plain or global ids', async () => {
      const [one = '', other = ''] = new Set(subject.all.map(({ postedBy }) => postedBy?.id ?? ''));
      const wanted = subject.all.filter(({ postedBy }) => postedBy?.id === one || postedBy?.id === other);
      const names = `["${one}", "${globalIdOf('Member', 'any-organization', other)}"]`;
      const { given, calls } = await subject.read(`comments(authorIds: ${names}) { nodes { restId } }`);
      expect(given.comments.nodes).toEqual(wanted.map(({ id }) => ({ restId: id })));
      expect(queriesOf(calls, operations.list)).toEqual([{ authors: [one, other], limit: '25' }]);
      const single = await subject.read(`comments(authorIds: ["${one}"]) { totalCount }`);
      const count = subject.all.filter(({ postedBy }) => postedBy?.id === one).length;
      expect(single.given.comments).toEqual({ totalCount: count });
      expect(queriesOf(single.calls, operations.list)).toEqual([{ authors: one, limit: '1' }]);
    });

    it('are none, without a call, where the list of authors is empty', async () => {
      const { given, calls } = await subject.read('comments(authorIds: []) { totalCount nodes { restId } }');
      expect(given.comments).toEqual({ totalCount: 0, nodes: [] });
      expect(queriesOf(calls, operations.list)).toEqual([]);
    });

    it("report the service's rejection at their own field", async () => {
      const page = subject.first(({ target }) => target?.page !== undefined).target?.page?.id;
      for (const filter of ['status: "lost"', 'format: "html"']) {
        const document = subject.comments.document(`comments(${filter}) { nodes { id } } page(id: "${page}") { id }`);
        await expectOneError(subject.comments.world, document, {
          at: [...subject.comments.at, 'comments'],
          code: 'BAD_USER_INPUT',
        });
      }
    });

    it('resolve their current pages, with one call for each', async () => {
      const { given, calls } = await subject.read('comments { nodes { target { page { page { title } } } } }');
      const pages = subject.all.map(({ target }) => target?.page);
      expect(given.comments.nodes).toEqual(
        pages.map((page) => ({ target: { page: page === undefined ? null : { page: { title: page.title } } } })),
      );
      const distinct = new Set(pages.flatMap((page) => page?.id ?? []));
      expect(operationsOf(calls)).toEqual(
        [operations.list.id, ...[...distinct].map(() => subject.comments.pageOperation)].sort(),
      );
    });
  });
}

/** One comment. */
function describeComment(subject: CommentSubject): void {
  const { operations } = subject;
  describe('a comment', () => {
    it('has every field, by plain and by global id', async () => {
      const { id } = subject.first(({ reactions = [] }) => reactions.length > 0);
      const global = globalIdOf(subject.comments.type, ...subject.ids, id);
      const { given, calls } = await subject.read(
        `plain: comment(id: "${id}") ${commentSelection} global: comment(id: "${global}") ${commentSelection}`,
      );
      const comment = await subject.rest.call(operations.get, { path: { ...subject.comments.key, commentId: id } });
      expect(present(given.plain)).toEqual(subject.expected(comment));
      expect(given.global).toEqual(given.plain);
      expect(operationsOf(calls)).toEqual([operations.get.id]);
      expect(queriesOf(calls, operations.get)).toEqual([{}]);
    });

    it('has the time and the user of its resolution', async () => {
      const { id } = subject.all.at(-1) as Comment;
      const path = { ...subject.comments.key, commentId: id };
      await subject.rest.call(operations.update, { path, body: { resolved: true } });
      const { resolvedAt, resolvedBy } = await subject.rest.call(operations.get, { path });
      const { given } = await subject.read(
        `comment(id: "${id}") { status resolvedAt resolvedBy { restId displayName } }`,
      );
      expect(resolvedBy).toBeDefined();
      expect(given.comment).toEqual({
        status: 'resolved',
        resolvedAt,
        resolvedBy: { restId: resolvedBy?.id, displayName: resolvedBy?.displayName },
      });
      await subject.rest.call(operations.update, { path, body: { resolved: false } });
    });

    it('is requested in a format', async () => {
      const { id, body } = subject.first();
      const { given, calls } = await subject.read(`comment(id: "${id}", format: "markdown") { body { markdown } }`);
      expect(given.comment).toEqual({ body });
      expect(queriesOf(calls, operations.get)).toEqual([{ format: 'markdown' }]);
    });

    it('is read with two siblings by one call of their list, and with one alone by calls of their own', async () => {
      const wanted = subject.all.slice(0, 3);
      expect(wanted.length).toBeGreaterThan(1);
      const { given, calls } = await subject.read(
        wanted.map(({ id }, i) => `c${i}: comment(id: "${id}") { status }`).join(' '),
      );
      expect(Object.values(given)).toEqual(wanted.map(({ status }) => ({ status })));
      if (wanted.length === 3) {
        expect(calls).toEqual([expect.objectContaining({ operation: operations.list.id, batched: true })]);
        expect(queriesOf(calls, operations.list)).toEqual([{ limit: '100' }]);
      } else {
        expect(operationsOf(calls)).toEqual([operations.get.id, operations.get.id]);
      }
    });

    it('round-trips through node, with its parent', async () => {
      const comment = subject.first();
      const given = await expectNode(subject.comments.world, {
        type: subject.comments.type,
        id: subject.idOf(comment),
        selection: '{ body { markdown } ... on Comment { space { restId } replyCount } }',
        endpoint: operations.get,
      });
      const space = { restId: subject.comments.key.spaceId };
      expect(given).toEqual({ id: subject.idOf(comment), body: comment.body, space, replyCount: comment.replies });
    });

    it.each(['body { markdown }', 'restId', 'reply(id: "nothing") { id }', 'status reply(id: "nothing") { id }'])(
      'is null with one NOT_FOUND error at its path if it does not exist, with { %s }',
      async (selection) => {
        const document = subject.comments.document(`comment(id: "nothing") { ${selection} } comments { totalCount }`);
        await expectOneError(subject.comments.world, document, {
          at: [...subject.comments.at, 'comment'],
          code: 'NOT_FOUND',
        });
      },
    );

    it('is not found under another parent, and rejects other types of ids', async () => {
      const elsewhere = globalIdOf(subject.comments.type, ...subject.ids.with(0, 'elsewhere'), subject.first().id);
      for (const id of [elsewhere, globalIdOf('Space', subject.comments.key.spaceId)]) {
        const document = subject.comments.document(`comment(id: "${id}") { status } comments { totalCount }`);
        const at = [...subject.comments.at, 'comment'];
        expect(await expectOneError(subject.comments.world, document, { at, code: 'BAD_USER_INPUT' })).not.toContain(
          operations.get.id,
        );
      }
    });
  });
}
