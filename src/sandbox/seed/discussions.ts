import { allPages } from '../page-tree.ts';
import { sectionsOf } from '../plain-text.ts';
import type { CommentRow, ReactionRow, SpaceRow, StoredPage, UserRow } from '../rows.ts';
import { pageId, pageSlugs } from './content.ts';
import type { Seed } from './context.ts';
import type { SpaceKind } from './library/index.ts';
import { emojis, type Thread } from './library/threads.ts';

/** The threads on a space or on a change request. Days are working days before the sandbox's start. */
export interface ThreadsPlan {
  /** The scope of the threads, and that of the space's content. */
  seed: Seed;
  content: Seed;
  space: SpaceRow;
  kind: SpaceKind;
  /** Whether some authors have deleted their accounts. */
  hasFormerAuthors: boolean;
  changeRequest?: string;
  /** Slug of the page that all threads are about; by default each thread has another page. */
  page?: string;
  threads: readonly Thread[];
  /** The first thread, instead of one of `threads`. */
  first?: Thread | undefined;
  /** Index of the second thread. */
  offset: number;
  count: number;
  /** How many times the list is as long. */
  rounds: number;
  /** Number of resolved threads in each round. */
  resolved: number;
  firstDay: number;
  lastDay: number;
  commenters: readonly UserRow[];
  revision: string;
}

/** The author of some change requests and comments has deleted the account. */
export const deletedUser: Pick<UserRow, 'id'> = { id: 'formerColleague00001' };

interface Planned {
  at: number;
  round: number;
  thread: Thread;
  day: number;
  /** Number of replies; each comes on a day of its own, so a recent comment has few. */
  replies: number;
  resolvedDay: number | undefined;
}

export function deferThreads(plan: ThreadsPlan): void {
  const { store } = plan.seed;
  const load = () => {
    for (const one of plannedThreads(plan)) addThread(plan, one);
  };
  const sizes = () => {
    const planned = plannedThreads(plan);
    return { all: planned.length, open: planned.filter(({ resolvedDay }) => resolvedDay === undefined).length };
  };
  if (plan.changeRequest === undefined) store.comments.deferBy('space', plan.space.id, load, sizes);
  else store.comments.deferBy('changeRequest', plan.changeRequest, load, sizes);
}

function plannedThreads({
  count,
  rounds,
  threads,
  first,
  offset,
  firstDay,
  lastDay,
  resolved,
}: ThreadsPlan): Planned[] {
  const total = count * rounds;
  return Array.from({ length: total }, (_, i) => {
    const at = i % count;
    const thread = (at === 0 ? first : undefined) ?? (threads[(offset + at) % threads.length] as Thread);
    const day = Math.round(firstDay - ((firstDay - lastDay) * i) / total);
    const replies = Math.min(thread.replies.length, Math.max(0, day - 3));
    const isResolved = at < resolved && day - replies >= 3;
    return {
      at: i,
      round: Math.floor(i / count),
      thread,
      day,
      replies,
      resolvedDay: isResolved ? day - replies - 2 : undefined,
    };
  });
}

function addThread(plan: ThreadsPlan, planned: Planned): void {
  const { store } = plan.seed;
  const own = plan.seed.scope(planned.at);
  const comment = store.comments.insert(commentRow(plan, own, planned));
  const rounds = planned.round === 0 ? plan.rounds : 1;
  const load = () => addReplies(plan, own, comment, { ...planned, rounds });
  store.replies.deferBy('comment', comment.id, load, () => ({ all: planned.replies * rounds }));
}

/** Replies come one a day. Repeated rounds come on the same days, because a resolved thread has no later replies. */
function addReplies(plan: ThreadsPlan, own: Seed, comment: CommentRow, planned: Planned & { rounds: number }): void {
  const { replies, rounds, thread, day } = planned;
  for (let i = 0; i < replies; i++) {
    for (let round = 0; round < rounds; round++) {
      const seed = own.scope(`reply ${i} ${round}`);
      const author = seed.random.pick(plan.commenters).id;
      const at = day - 1 - i;
      plan.seed.store.replies.insert({
        id: seed.newId(),
        comment: comment.id,
        postedBy: author,
        postedAt: seed.ago(at, author),
        ...(seed.random.chance(0.1) ? { editedAt: seed.ago(at - 1, author) } : {}),
        markdown: thread.replies[i] ?? '',
        reactions: reactions(seed, plan, { day: at, probability: 0.3 }),
      });
    }
  }
}

function commentRow(plan: ThreadsPlan, own: Seed, { at, day, resolvedDay, thread }: Planned): CommentRow {
  const { random } = own;
  const { space, changeRequest, commenters, revision } = plan;
  const author = plan.hasFormerAuthors && at % 17 === 11 ? deletedUser : random.pick(commenters);
  const target = targetOf(plan, at);
  const resolver = random.pick(commenters).id;
  return {
    id: own.newId(),
    space: space.id,
    ...(changeRequest === undefined ? {} : { changeRequest }),
    ...(changeRequest !== undefined && at % 3 === 0 ? { review: own.scope('review').newId() } : {}),
    ...target,
    revision,
    postedBy: author.id,
    postedAt: own.ago(day, author.id),
    ...(random.chance(0.2) ? { editedAt: own.ago(day - 1, author.id) } : {}),
    markdown: thread.comment,
    reactions: reactions(own, plan, { day, probability: 0.6 }),
    ...(resolvedDay === undefined ? {} : { resolvedAt: own.ago(resolvedDay, resolver), resolvedBy: resolver }),
  };
}

/** The page and the node of a comment; every fourth comment has no page, and every second of the others has no node. */
function targetOf({ content, kind, page, revision }: ThreadsPlan, at: number): Pick<CommentRow, 'page' | 'node'> {
  if (at % 4 === (page === undefined ? 3 : 1)) return {};
  const slugs = pageSlugs(kind);
  const id = pageId(content, page ?? slugs[at % slugs.length] ?? '');
  const section = at % 2 === 0 ? lastSection(content, revision, id) : undefined;
  return { page: id, ...(section === undefined ? {} : { node: section.id }) };
}

function lastSection({ store }: Seed, revision: string, id: string) {
  const pages: readonly StoredPage[] = allPages(store.revisions.get(revision)?.pages ?? []);
  const page = pages.find((candidate) => candidate.id === id);
  return page && sectionsOf(page).at(-1);
}

/** Up to three reactions by different users, on the days after a text was posted. */
function reactions(
  seed: Seed,
  { commenters }: ThreadsPlan,
  { day, probability }: { day: number; probability: number },
): ReactionRow[] {
  if (day < 1) return [];
  const { random } = seed;
  const from = random.below(commenters.length);
  return Array.from({ length: Math.min(3, commenters.length) }, (_, i) => commenters[(from + i) % commenters.length])
    .filter((user) => user !== undefined && random.chance(probability / 2))
    .map((user) => {
      const id = user?.id ?? '';
      return {
        emoji: random.pick(emojis),
        user: id,
        reactedAt: seed.ago(day - 1 - random.below(Math.min(day, 4)), id),
      };
    });
}
