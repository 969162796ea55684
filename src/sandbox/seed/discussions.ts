import { allPages } from '../page-tree.ts';
import type { ChangeRequestRow, CommentRow, ReactionRow, SpaceRow, UserRow } from '../rows.ts';
import { sectionsOf } from '../search.ts';
import type { Seed } from './context.ts';
import { emojis, type Thread } from './library/threads.ts';

interface ThreadsPlan {
  space: SpaceRow;
  changeRequest?: ChangeRequestRow;
  threads: readonly Thread[];
  /** Index of the first thread. */
  start: number;
  count: number;
  /** Number of resolved threads. */
  resolved: number;
  /** Days since the first thread was posted. */
  age: number;
  commenters: readonly UserRow[];
}

/** Creates threads on a space or on a change request, most of them on one of its pages. */
export function seedThreads(seed: Seed, plan: ThreadsPlan): void {
  for (let i = 0; i < plan.count; i++) {
    const thread = plan.threads[(plan.start + i) % plan.threads.length] as Thread;
    const age = plan.age * (1 - i / (plan.count + 1));
    const comment = addComment(seed, plan, thread.comment, { age, resolved: i < plan.resolved, at: plan.start + i });
    thread.replies.forEach((markdown, n) => {
      seed.store.replies.insert({
        id: seed.store.newId(),
        comment: comment.id,
        postedBy: seed.random.pick(plan.commenters).id,
        postedAt: seed.ago(Math.max(age - 1 - n, 0)),
        markdown,
        reactions: reactions(seed, plan, 0.3),
      });
    });
  }
}

interface CommentPlan {
  age: number;
  resolved: boolean;
  /** Selects the commented page; every fourth comment has no page. */
  at: number;
}

function addComment(seed: Seed, plan: ThreadsPlan, markdown: string, { age, resolved, at }: CommentPlan): CommentRow {
  const { store, random } = seed;
  const { space, changeRequest, commenters } = plan;
  const revision = changeRequest?.revision ?? space.revision;
  const pages = allPages(store.revisions.get(revision)?.pages ?? []);
  const page = at % 4 === 3 ? undefined : pages[at % pages.length];
  const node = page && at % 2 === 0 ? sectionsOf(page).at(-1) : undefined;
  return store.comments.insert({
    id: store.newId(),
    space: space.id,
    ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.id }),
    ...(page === undefined ? {} : { page: page.id }),
    ...(node === undefined ? {} : { node: node.id }),
    revision,
    postedBy: random.pick(commenters).id,
    postedAt: seed.ago(age),
    ...(random.chance(0.2) ? { editedAt: seed.ago(Math.max(age - 1, 0)) } : {}),
    markdown,
    reactions: reactions(seed, plan, 0.6),
    ...(resolved ? { resolvedAt: seed.ago(Math.max(age - 3, 0)), resolvedBy: random.pick(commenters).id } : {}),
  });
}

/** Up to three reactions by different users. */
function reactions(seed: Seed, { commenters }: ThreadsPlan, probability: number): ReactionRow[] {
  const { random } = seed;
  const from = random.below(commenters.length);
  const people = Array.from(
    { length: Math.min(3, commenters.length) },
    (_, i) => commenters[(from + i) % commenters.length] as UserRow,
  );
  return people
    .filter(() => random.chance(probability / 2))
    .map(({ id }) => ({ emoji: random.pick(emojis), user: id, reactedAt: seed.ago(random.below(20)) }));
}
