import { allPages, replacePages } from '../page-tree.ts';
import type { ChangeRequestRow, ChangeRequestStatus, RevisionRow, SpaceRow, StoredPage, UserRow } from '../rows.ts';
import { oid } from './content.ts';
import type { Seed } from './context.ts';
import { seedThreads } from './discussions.ts';
import { type Proposal, proposals } from './library/proposals.ts';
import { discussions, reviews } from './library/threads.ts';

/** The users who write in an organization: those who may edit, and those who may at least comment. */
export interface Writers {
  editors: readonly UserRow[];
  commenters: readonly UserRow[];
}

/** The statuses of a space's change requests, oldest first; a space has the first five and some of the others. */
const statuses: readonly ChangeRequestStatus[] = ['merged', 'open', 'draft', 'open', 'archived', 'open', 'open'];

/**
 * Creates a space's history: change requests of all statuses, the first of them merged, with comments on them and on the
 * space. The second was created before that merge, so it is outdated; so was the fourth, but it was updated since.
 */
export function seedHistory(seed: Seed, space: SpaceRow, index: number, writers: Writers): void {
  const { store } = seed;
  const first = revisionWith(seed, space.revision);
  const count = 5 + (index % 3);
  for (const [i, status] of statuses.slice(0, count).entries()) {
    const age = 90 - 12 * i;
    const row = addChangeRequest(seed, space, { number: i + 1, status, age, index, writers, first });
    seedThreads(seed, {
      space,
      changeRequest: row,
      threads: reviews,
      start: index * 3 + i * 2,
      count: status === 'open' ? 3 : 1,
      resolved: status === 'merged' ? 1 : 0,
      age: age - 1,
      commenters: writers.commenters,
    });
  }
  seedThreads(seed, {
    space,
    threads: discussions,
    start: index * 3,
    count: 2 + (index % 3),
    resolved: index % 3,
    age: 40,
    commenters: writers.commenters,
  });
  store.spaces.update(space, { updatedAt: seed.ago(4) });
}

interface Plan {
  number: number;
  status: ChangeRequestStatus;
  /** Days since it was created. */
  age: number;
  index: number;
  writers: Writers;
  /** The space's revision before its first merge. */
  first: RevisionRow;
}

function addChangeRequest(seed: Seed, space: SpaceRow, plan: Plan): ChangeRequestRow {
  const { store, random } = seed;
  const { number, status, age, first, index } = plan;
  const isUpdated = number === 4;
  const main = revisionWith(seed, space.revision);
  const initial = number === 2 || isUpdated ? first : main;
  const proposal = proposals[(index * 5 + number) % proposals.length] as Proposal;
  const content = propose(seed, number === 2 ? first : main, proposal, { age: age - 1, at: index + number });
  const creator = plan.writers.editors[(index + number) % plan.writers.editors.length] as UserRow;
  const helper = random.pick(plan.writers.editors);
  const row: ChangeRequestRow = {
    id: store.newId(),
    space: space.id,
    number,
    status,
    subject: proposal.subject,
    createdBy: creator.id,
    contributors: [...new Set([creator.id, helper.id])],
    createdAt: seed.ago(age),
    updatedAt: content.createdAt,
    revision: content.id,
    revisionInitial: initial.id,
    ...(isUpdated ? { revisionMergedAncestor: main.id } : {}),
  };
  if (status === 'merged') merge(seed, space, row, content);
  return store.changeRequests.insert(row);
}

/** The first change request of a space is merged at once, so the merged content equals its own. */
function merge(seed: Seed, space: SpaceRow, row: ChangeRequestRow, content: RevisionRow): void {
  const merged = seed.store.revisions.insert({
    ...content,
    id: seed.store.newId(),
    parents: [space.revision, content.id],
    git: { oid: oid(seed), message: `Merge change request ${row.number}: ${row.subject}`, createdByService: true },
  });
  row.revisionMerged = merged.id;
  seed.store.spaces.update(space, { revision: merged.id });
}

/** Creates a revision in which one page ends with the proposal's section. */
function propose(
  seed: Seed,
  base: RevisionRow,
  proposal: Proposal,
  { age, at }: { age: number; at: number },
): RevisionRow {
  const pages = allPages(base.pages).filter((page) => page.computed === undefined);
  const target = pages[at % pages.length];
  const createdAt = seed.ago(age);
  const edit = (page: StoredPage): StoredPage =>
    page.id === target?.id
      ? { ...page, markdown: `${page.markdown}\n\n## ${proposal.heading}\n\n${proposal.text}`, updatedAt: createdAt }
      : page;
  return seed.store.revisions.insert({
    ...base,
    id: seed.store.newId(),
    parents: [base.id],
    pages: replacePages(base.pages, edit),
    createdAt,
    git: { oid: oid(seed), message: proposal.subject, createdByService: false },
  });
}

function revisionWith({ store }: Seed, id: string): RevisionRow {
  const revision = store.revisions.get(id);
  if (revision === undefined) throw new Error(`The seed has no revision ${id}`);
  return revision;
}
