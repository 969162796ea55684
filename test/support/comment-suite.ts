import { beforeAll, describe, expect, it } from 'vitest';
import type { changeRequestComments } from '../../src/contract/change-request-comments.ts';
import type { Comment, CommentReply } from '../../src/contract/comments.ts';
import type { spaceComments } from '../../src/contract/space-comments.ts';
import { commentSelection, expectedComment, expectedReply, replySelection } from './comments.ts';
import { expectConnection, inside } from './connections.ts';
import { globalIdOf, present, queriesOf } from './expectations.ts';
import { operationsOf, type TestWorld } from './gateway.ts';
import { expectNode, expectOneError } from './reads.ts';
import { type RestCalls, restCalls } from './sandbox-calls.ts';

type SpaceOperations = typeof spaceComments;
type Operations = SpaceOperations | typeof changeRequestComments;

/** Comments of the seed on one record, and how the graph comes to them. */
export interface CommentCase {
  world: TestWorld;
  /** `SpaceComment` or `ChangeRequestComment`. */
  type: string;
  key: { spaceId: string } | { spaceId: string; changeRequestId: string };
  /** An operation that selects `fields` on what is commented, and makes no call of its own. */
  document: (fields: string) => string;
  /** Where that stands in the operation's data. */
  at: readonly string[];
  /** The operation that reads a page of what is commented. */
  pageOperation: string;
  /** A comment with a reply, of which both are known. */
  replied: { commentId: string; reply: CommentReply };
}

/** What comments on spaces and on change requests have in common. */
export function describeComments(either: Operations, open: () => CommentCase): void {
  // The reads are the same but for their paths.
  const operations = either as SpaceOperations;
  let comments: CommentCase;
  let rest: RestCalls;
  let all: Comment[];
  /** The ids of the key in their order, for global ids. */
  let ids: string[];

  beforeAll(async () => {
    comments = open();
    rest = restCalls(comments.world.sandboxUrl);
    ids = Object.values(comments.key);
    all = await rest.items(operations.list, { path: comments.key });
  });

  async function ask(fields: string) {
    const { data, calls, errors } = await comments.world.ask(comments.document(fields));
    expect(errors).toBeUndefined();
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into the data that it asked for
    return { given: inside(data, comments.at) as any, calls };
  }

  const expected = (comment: Comment) => present(expectedComment(comments.type, ids, comment));
  const idOf = ({ id }: Comment) => globalIdOf(comments.type, ...ids, id);
  const first = (matches: (comment: Comment) => boolean = () => true): Comment => {
    const found = all.find(matches);
    if (found === undefined) throw new Error('The seed has no such comment here');
    return found;
  };

  describe('comments', () => {
    it('have every field, for the call of their list', async () => {
      const { given, calls } = await ask(`comments { nodes ${commentSelection} }`);
      expect(present(given.comments.nodes)).toEqual(all.map(expected));
      expect(operationsOf(calls)).toEqual([operations.list.id]);
      expect(queriesOf(calls, operations.list)).toEqual([{ limit: '25' }]);
    });

    it('come in windows', async () => {
      await expectConnection(comments.world, {
        document: (window, selection) => comments.document(`comments(${window}) ${selection}`),
        at: [...comments.at, 'comments'],
        node: '{ id restId body { markdown } postedBy { restId } replyCount }',
        operation: operations.list,
        nodes: all.map((comment) => ({
          id: idOf(comment),
          restId: comment.id,
          body: comment.body,
          postedBy: { restId: comment.postedBy?.id },
          replyCount: comment.replies,
        })),
        size: 1,
      });
    });

    it.each(['asc', 'desc'])('come in the order %s', async (order) => {
      const { given, calls } = await ask(`comments(order: "${order}") { nodes { restId } }`);
      const items = await rest.items(operations.list, { path: comments.key, query: { order } });
      expect(given.comments.nodes).toEqual(items.map(({ id }) => ({ restId: id })));
      const newestFirst = all.map(({ id }) => ({ restId: id }));
      expect(given.comments.nodes).toEqual(order === 'desc' ? newestFirst : newestFirst.toReversed());
      expect(queriesOf(calls, operations.list)).toEqual([{ order, limit: '25' }]);
    });

    it.each(['all', 'open', 'resolved'])('are filtered by the status %s', async (status) => {
      const { given, calls } = await ask(
        `comments(status: "${status}", format: "markdown") { nodes { restId status } }`,
      );
      const wanted = all.filter((comment) => status === 'all' || comment.status === status);
      expect(given.comments.nodes).toEqual(wanted.map((comment) => ({ restId: comment.id, status: comment.status })));
      expect(queriesOf(calls, operations.list)).toEqual([{ status, format: 'markdown', limit: '25' }]);
    });

    it('are filtered by the page that they are about, by its plain or global id', async () => {
      const page = first(({ target }) => target?.page !== undefined).target?.page?.id ?? '';
      const wanted = all.filter(({ target }) => target?.page?.id === page).map(({ id }) => ({ restId: id }));
      expect(wanted.length).toBeLessThan(all.length);
      for (const id of [page, globalIdOf('Page', ...ids, page)]) {
        const { given, calls } = await ask(`comments(targetPage: "${id}") { nodes { restId } }`);
        expect(given.comments.nodes).toEqual(wanted);
        expect(queriesOf(calls, operations.list)).toEqual([{ targetPage: page, limit: '25' }]);
      }
    });

    it('are filtered by several authors, by their plain or global ids', async () => {
      const [one = '', other = ''] = new Set(all.map(({ postedBy }) => postedBy?.id ?? ''));
      const wanted = all.filter(({ postedBy }) => postedBy?.id === one || postedBy?.id === other);
      const names = `["${one}", "${globalIdOf('User', other)}"]`;
      const { given, calls } = await ask(`comments(authors: ${names}) { nodes { restId } }`);
      expect(given.comments.nodes).toEqual(wanted.map(({ id }) => ({ restId: id })));
      expect(queriesOf(calls, operations.list)).toEqual([{ authors: [one, other], limit: '25' }]);
      const single = await ask(`comments(authors: ["${one}"]) { totalCount }`);
      const count = all.filter(({ postedBy }) => postedBy?.id === one).length;
      expect(single.given.comments).toEqual({ totalCount: count });
      expect(queriesOf(single.calls, operations.list)).toEqual([{ authors: one, limit: '1' }]);
    });

    it('refuse what the service refuses, at their own field', async () => {
      for (const filter of ['order: "sideways"', 'status: "lost"', 'format: "html"']) {
        const document = comments.document(
          `comments(${filter}) { nodes { id } } page(id: "${all[0]?.target?.page?.id}") { id }`,
        );
        await expectOneError(comments.world, document, { at: [...comments.at, 'comments'], code: 'BAD_USER_INPUT' });
      }
    });

    it('lead to their pages as they are now, one call for each', async () => {
      const { given, calls } = await ask('comments { nodes { target { page { page { title } } } } }');
      const pages = all.map(({ target }) => target?.page);
      expect(given.comments.nodes).toEqual(
        pages.map((page) => ({ target: { page: page === undefined ? null : { page: { title: page.title } } } })),
      );
      const distinct = new Set(pages.flatMap((page) => page?.id ?? []));
      expect(operationsOf(calls)).toEqual(
        [operations.list.id, ...[...distinct].map(() => comments.pageOperation)].sort(),
      );
    });
  });

  describe('a comment', () => {
    it('has every field, by its plain id and by its global id', async () => {
      const { id } = first(({ reactions = [] }) => reactions.length > 0);
      const global = globalIdOf(comments.type, ...ids, id);
      const { given, calls } = await ask(
        `plain: comment(id: "${id}") ${commentSelection} global: comment(id: "${global}") ${commentSelection}`,
      );
      const comment = await rest.call(operations.get, { path: { ...comments.key, commentId: id } });
      expect(present(given.plain)).toEqual(expected(comment));
      expect(given.global).toEqual(given.plain);
      expect(operationsOf(calls)).toEqual([operations.get.id]);
      expect(queriesOf(calls, operations.get)).toEqual([{}]);
    });

    it('says when and by whom it was resolved', async () => {
      const { id } = all.at(-1) as Comment;
      const path = { ...comments.key, commentId: id };
      await rest.call(operations.update, { path, body: { resolved: true } });
      const { resolvedAt, resolvedBy } = await rest.call(operations.get, { path });
      const { given } = await ask(`comment(id: "${id}") { status resolvedAt resolvedBy { restId displayName } }`);
      expect(resolvedBy).toBeDefined();
      expect(given.comment).toEqual({
        status: 'resolved',
        resolvedAt,
        resolvedBy: { restId: resolvedBy?.id, displayName: resolvedBy?.displayName },
      });
      await rest.call(operations.update, { path, body: { resolved: false } });
    });

    it('is asked for in a format', async () => {
      const { id, body } = first();
      const { given, calls } = await ask(`comment(id: "${id}", format: "markdown") { body { markdown } }`);
      expect(given.comment).toEqual({ body });
      expect(queriesOf(calls, operations.get)).toEqual([{ format: 'markdown' }]);
    });

    it('is read with its siblings by one call of their list', async () => {
      const wanted = all.slice(0, 2);
      expect(wanted).toHaveLength(2);
      const { given, calls } = await ask(wanted.map(({ id }, i) => `c${i}: comment(id: "${id}") { status }`).join(' '));
      expect(Object.values(given)).toEqual(wanted.map(({ status }) => ({ status })));
      expect(calls).toEqual([expect.objectContaining({ operation: operations.list.id, batched: true })]);
      expect(queriesOf(calls, operations.list)).toEqual([{ limit: '1000' }]);
    });

    it('round-trips through node, with what it was posted on', async () => {
      const comment = first();
      const given = await expectNode(comments.world, {
        type: comments.type,
        id: idOf(comment),
        selection: '{ body { markdown } space { restId } ... on Comment { replyCount } }',
        operation: operations.get,
      });
      const space = { restId: comments.key.spaceId };
      expect(given).toEqual({ id: idOf(comment), body: comment.body, space, replyCount: comment.replies });
    });

    it.each(['body { markdown }', 'restId', 'reply(id: "nothing") { id }', 'status reply(id: "nothing") { id }'])(
      'is null with one NOT_FOUND error at its own path where there is none, with { %s }',
      async (selection) => {
        const document = comments.document(`comment(id: "nothing") { ${selection} } comments { totalCount }`);
        await expectOneError(comments.world, document, { at: [...comments.at, 'comment'], code: 'NOT_FOUND' });
      },
    );

    it('is not the comment of another place, nor something else', async () => {
      const elsewhere = globalIdOf(comments.type, ...ids.with(0, 'elsewhere'), first().id);
      for (const id of [elsewhere, globalIdOf('Space', comments.key.spaceId)]) {
        const document = comments.document(`comment(id: "${id}") { status } comments { totalCount }`);
        const at = [...comments.at, 'comment'];
        expect(await expectOneError(comments.world, document, { at, code: 'BAD_USER_INPUT' })).not.toContain(
          operations.get.id,
        );
      }
    });
  });

  describe('a reply', () => {
    const replyType = () => `${comments.type}Reply`;
    const inComment = (fields: string) => `comment(id: "${comments.replied.commentId}") { ${fields} }`;

    it('has every field, by its plain id and by its global id, and no call for its comment', async () => {
      const { commentId, reply } = comments.replied;
      const global = globalIdOf(replyType(), ...ids, commentId, reply.id);
      const { given, calls } = await ask(
        inComment(`plain: reply(id: "${reply.id}") ${replySelection}
          global: reply(id: "${global}", format: "markdown") { id comment { id restId } }`),
      );
      const path = { ...comments.key, commentId, commentReplyId: reply.id };
      const record = await rest.call(operations.getReply, { path });
      expect(present(given.comment.plain)).toEqual(present(expectedReply(replyType(), [...ids, commentId], record)));
      const comment = { id: globalIdOf(comments.type, ...ids, commentId), restId: commentId };
      expect(given.comment.global).toEqual({ id: global, comment });
      expect(new Set(queriesOf(calls, operations.getReply))).toEqual(new Set([{}, { format: 'markdown' }]));
      expect(calls).toHaveLength(2);
    });

    it('round-trips through node', async () => {
      const { commentId, reply } = comments.replied;
      const id = globalIdOf(replyType(), ...ids, commentId, reply.id);
      const given = await expectNode(comments.world, {
        type: replyType(),
        id,
        selection: '{ body { markdown } comment { restId } }',
        operation: operations.getReply,
      });
      expect(given).toEqual({ id, body: reply.body, comment: { restId: commentId } });
    });

    it('is null with one NOT_FOUND error at its own path where there is none', async () => {
      const document = comments.document(inComment('status reply(id: "nothing") { id body { markdown } }'));
      await expectOneError(comments.world, document, { at: [...comments.at, 'comment', 'reply'], code: 'NOT_FOUND' });
    });
  });
}
