import { replacePages } from '../page-tree.ts';
import type { ChangeRequestRow, ChangeRequestStatus, RevisionRow, SpaceRow, StoredPage, UserRow } from '../rows.ts';
import type { Sizes } from '../table.ts';
import type { SpaceSeed } from './companies/company.ts';
import { type ContentPlan, firstRevision, gitCommit, pageId } from './content.ts';
import type { Seed } from './context.ts';
import { deferThreads, deletedUser, type ThreadsPlan } from './discussions.ts';
import { discussions } from './library/discussions.ts';
import type { Proposal } from './library/proposal.ts';
import { proposalFor } from './library/proposals.ts';
import { reviews } from './library/reviews.ts';
import { longThread } from './library/threads.ts';
import { mergesOf, type TimelineEntry, timelineOf } from './timeline.ts';

/** The users who write in an organization: those who may edit, and those who may at least comment. */
export interface Writers {
  editors: readonly UserRow[];
  commenters: readonly UserRow[];
}

/** A space whose content and history are created when they are needed. */
export interface SpaceHistory {
  /** The scope of the space. */
  seed: Seed;
  space: SpaceRow;
  from: SpaceSeed;
  /** The number of the space within its company. */
  index: number;
  writers: Writers;
}

/** The timeline of a space. Lists of the first copy's spaces are as many times as long as the scale. */
function timelineFor({ seed, from, index }: SpaceHistory): readonly TimelineEntry[] {
  return timelineOf(from.activity ?? 'usual', index, seed.copy === 0 ? seed.scale : 1);
}

/** The id of the active revision of a space's main content. */
export function activeRevisionId(seed: Seed, { activity = 'usual' }: SpaceSeed, index: number): string {
  return mainRevisionId(seed, mergesOf(activity, index));
}

/** The ids of the main content's revisions: the first one, and one for each merge. */
function mainRevisionId(seed: Seed, merges: number): string {
  return merges === 0 ? seed.scope('revision').newId() : seed.scope(`merge ${merges}`).newId();
}

/** Defers the revisions of a space's main content, which are created together with the active one. */
export function deferContent(history: SpaceHistory, plan: ContentPlan): void {
  const { seed, space } = history;
  const { revisions } = seed.store;
  revisions.defer(space.revision, () => {
    let main = revisions.insert(firstRevision(seed, plan));
    const merged = timelineFor(history).filter((entry) => entry.round === 0 && entry.merges !== undefined);
    for (const entry of merged) {
      main = revisions.insert(mergedRevision(history, main, entry));
    }
  });
}

/** Defers the change requests of a space, their comments, and the comments on the space. */
export function deferHistory(history: SpaceHistory): void {
  const { seed, space } = history;
  const activeId = space.revision;
  const load = () => {
    // Change requests refer to revisions that are created together with the active one.
    seed.store.revisions.get(activeId);
    const sorted = timelineFor(history)
      .map((entry) => draftOf(history, entry))
      .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    for (const [i, draft] of sorted.entries()) addChangeRequest(history, draft, i + 1);
  };
  seed.store.changeRequests.deferBy('space', space.id, load, () => statusCounts(timelineFor(history)));
  deferThreads(spaceThreads(history));
}

function statusCounts(entries: readonly TimelineEntry[]): Sizes {
  const count = (status: ChangeRequestStatus) => entries.filter((one) => one.status === status).length;
  return {
    all: entries.length,
    draft: count('draft'),
    open: count('open'),
    merged: count('merged'),
    archived: count('archived'),
  };
}

function spaceThreads({ seed, space, from, index, writers }: SpaceHistory): ThreadsPlan {
  const isLong = from.activity === 'busy' || from.activity === 'talkative';
  return {
    seed: seed.scope('discussion'),
    content: seed,
    space,
    kind: from.kind,
    hasFormerAuthors: from.activity === 'busy',
    threads: discussions,
    offset: index * 7,
    count: isLong ? 60 : 3 + (index % 3),
    rounds: seed.copy === 0 ? seed.scale : 1,
    resolved: isLong ? 22 : index % 3,
    firstDay: isLong ? 75 : 40,
    lastDay: 1,
    commenters: writers.commenters,
    revision: space.revision,
  };
}

/** An entry of a timeline with its author and time, by which change requests are numbered. */
interface Draft {
  entry: TimelineEntry;
  /** The scope of the change request. */
  own: Seed;
  creator: string;
  createdAt: string;
}

function draftOf({ seed, from, writers }: SpaceHistory, entry: TimelineEntry): Draft {
  const own = seed.scope(`change request ${entry.ordinal}`);
  const hasFormerAuthor = from.activity === 'busy' && entry.ordinal % 13 === 7;
  const creator = (hasFormerAuthor ? deletedUser : own.random.pick(writers.editors)).id;
  return { entry, own, creator, createdAt: own.ago(entry.createdDay, creator) };
}

function addChangeRequest(history: SpaceHistory, { entry, own, creator, createdAt }: Draft, number: number): void {
  const { seed, space, writers } = history;
  const { status, createdDay, startedFrom, updatedWith, merges } = entry;
  const editedAt = merges === undefined ? own.ago(createdDay - 1, creator) : createdAt;
  const mergedAt = merges === undefined ? undefined : mergeTime(history, entry);
  const revision = own.scope('revision').newId();
  const row: ChangeRequestRow = {
    id: own.newId(),
    space: space.id,
    number,
    status,
    subject: proposalOf(history, entry.ordinal).subject,
    createdBy: creator,
    contributors: [...new Set([creator, own.random.pick(writers.editors).id])],
    createdAt,
    updatedAt: mergedAt ?? editedAt,
    revision,
    revisionInitial: mainRevisionId(seed, startedFrom),
    ...(updatedWith === undefined ? {} : { revisionMergedAncestor: mainRevisionId(seed, updatedWith) }),
    ...(merges === undefined ? {} : { revisionMerged: mainRevisionId(seed, merges) }),
  };
  seed.store.changeRequests.insert(row);
  seed.store.revisions.defer(revision, () => {
    seed.store.revisions.insert(proposedRevision(history, entry, { id: revision, createdAt: editedAt }));
  });
  deferThreads(reviewThreads(history, entry, row));
}

function reviewThreads(
  { seed, from, space, index, writers }: SpaceHistory,
  entry: TimelineEntry,
  row: ChangeRequestRow,
) {
  const { ordinal, status, createdDay, round } = entry;
  const isLong = from.activity === 'busy' && ordinal === 2;
  const usual = status === 'open' ? 2 + (ordinal % 2) : 1;
  const { page } = proposalFor(from.kind, index, ordinal);
  return {
    seed: seed.scope(`review ${ordinal}`),
    content: seed,
    space,
    kind: from.kind,
    hasFormerAuthors: from.activity === 'busy',
    changeRequest: row.id,
    page,
    threads: reviews,
    first: isLong ? longThread : undefined,
    offset: index * 5 + ordinal * 3,
    count: isLong ? 31 : usual,
    rounds: seed.copy === 0 && round === 0 ? seed.scale : 1,
    resolved: isLong ? 9 : status === 'merged' ? 1 : 0,
    firstDay: createdDay - 2,
    lastDay: isLong ? 20 : Math.max(2, createdDay - 4),
    commenters: writers.commenters,
    revision: row.revision,
  };
}

const proposalOf = ({ from, index }: SpaceHistory, ordinal: number): Proposal => proposalFor(from.kind, index, ordinal);

/** The time of a merge: on the day after the change request was created. Repeated rounds share the merge of the first. */
function mergeTime({ seed }: SpaceHistory, { merges = 0, createdDay }: TimelineEntry): string {
  return seed.scope(`merge time ${merges}`).ago(createdDay - 1);
}

/** The main content after a merge: one page ends with the proposal's section. */
function mergedRevision(history: SpaceHistory, main: RevisionRow, entry: TimelineEntry): RevisionRow {
  const { seed, from } = history;
  const { ordinal, merges = 0 } = entry;
  const proposal = proposalOf(history, ordinal);
  const createdAt = mergeTime(history, entry);
  const message = `Merge: ${proposal.subject}`;
  return {
    ...main,
    id: mainRevisionId(seed, merges),
    parents: [main.id, seed.scope(`change request ${ordinal}`).scope('revision').newId()],
    pages: withProposal(history, main, proposal, createdAt),
    createdAt,
    git: gitCommit(seed.scope(`merge commit ${merges}`), from, message, true),
  };
}

function proposedRevision(
  history: SpaceHistory,
  { ordinal, startedFrom, updatedWith }: TimelineEntry,
  { id, createdAt }: { id: string; createdAt: string },
): RevisionRow {
  const { seed, from } = history;
  const { revisions } = seed.store;
  const base = revisions.get(mainRevisionId(seed, updatedWith ?? startedFrom));
  if (base === undefined) throw new Error('The seed has no main content for a change request');
  const proposal = proposalOf(history, ordinal);
  return {
    ...base,
    id,
    parents: [base.id],
    pages: withProposal(history, base, proposal, createdAt),
    createdAt,
    git: gitCommit(seed.scope(`commit ${ordinal}`), from, proposal.subject, false),
  };
}

function withProposal({ seed }: SpaceHistory, base: RevisionRow, proposal: Proposal, updatedAt: string) {
  const id = pageId(seed, proposal.page);
  const section = `\n\n## ${proposal.heading}\n\n${proposal.text}`;
  return replacePages(
    base.pages,
    (page): StoredPage => (page.id === id ? { ...page, markdown: page.markdown + section, updatedAt } : page),
  );
}
