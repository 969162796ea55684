import type { Contract } from '../resources/contract.ts';
import { spaceFor } from './access.ts';
import { changeRequestFor, changeRequestRecord } from './change-request-records.ts';
import { badField, badRequest, conflict, fieldOneOf, notFound, oneOf } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { findPage } from './page-tree.ts';
import { pdfUrl } from './pdf-urls.ts';
import {
  addRevision,
  mergeChangeRequest,
  requireActive,
  requireUnlocked,
  revisionOf,
  updateChangeRequest,
} from './revisions.ts';
import { type ChangeRequestRow, type ChangeRequestStatus, changeRequestStatuses } from './rows.ts';
import type { Store } from './store.ts';

const maxSubject = 100;

/**
 * Change requests. Creating and updating them requires the `edit` permission, merging them `merge`. They are created as
 * drafts. The status can be set to `draft`, `open` or `archived`; only a merge sets `merged`, which is final.
 */
export const changeRequests: Handlers<Contract['changeRequests']> = {
  /** Newest first. */
  list: ({ path, query, paginate, ...session }) => {
    const { store } = session;
    spaceFor(session, path.spaceId, 'access');
    const status = oneOf('status', query.status ?? 'open', changeRequestStatuses);
    const { contributor } = query;
    const rows = store.changeRequests
      .by('space', path.spaceId)
      .filter((row) => row.status === status)
      .filter((row) => contributor === undefined || row.contributors.includes(contributor))
      .sort((a, b) => b.number - a.number);
    return paginate(rows, (row) => changeRequestRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store, caller } = session;
    const space = spaceFor(session, path.spaceId, 'edit');
    const { subject = 'Untitled change request' } = body;
    if ([...subject].length > maxSubject) throw badField('subject', `It must have at most ${maxSubject} characters.`);
    const now = store.clock.iso();
    const row: ChangeRequestRow = {
      id: store.newId(),
      space: space.id,
      number: nextNumber(store, space.id),
      status: 'draft',
      subject,
      createdBy: caller.id,
      contributors: [caller.id],
      createdAt: now,
      updatedAt: now,
      revision: addRevision(store, [revisionOf(store, space.revision)]).id,
      revisionInitial: space.revision,
    };
    return changeRequestRecord(session, store.changeRequests.insert(row));
  },

  get: ({ path, ...session }) => changeRequestRecord(session, changeRequestFor(session, path).changeRequest),

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const { changeRequest } = changeRequestFor(session, path, 'edit');
    const status = fieldOneOf('status', body.status ?? changeRequest.status, changeRequestStatuses);
    if (status !== changeRequest.status) requireAllowedStatus(changeRequest, status);
    const changes = { status, subject: body.subject ?? changeRequest.subject, updatedAt: store.clock.iso() };
    return changeRequestRecord(session, store.changeRequests.update(changeRequest, changes));
  },

  merge: ({ path, ...session }) => {
    const { space, changeRequest } = changeRequestFor(session, path, 'merge');
    requireActive(changeRequest);
    requireUnlocked(space);
    return { revision: mergeChangeRequest(session.store, space, changeRequest).id, result: 'merge' };
  },

  updateFromMain: ({ path, ...session }) => {
    const { space, changeRequest } = changeRequestFor(session, path, 'edit');
    requireActive(changeRequest);
    requireUnlocked(space);
    return updateChangeRequest(session.store, space, changeRequest);
  },

  pdf: ({ path, query, ...session }) => {
    const { changeRequest } = changeRequestFor(session, path);
    const { page, only = false } = query;
    if (only && page === undefined) throw badRequest('query parameter only: requires the parameter page.');
    if (page !== undefined && findPage(revisionOf(session.store, changeRequest.revision).pages, page) === undefined) {
      throw notFound('page', page);
    }
    return { url: pdfUrl({ space: path.spaceId, revision: changeRequest.revision, page, only }) };
  },
};

/** Numbers are never reused, because change requests are never deleted. */
function nextNumber(store: Store, space: string): number {
  return store.changeRequests.count('space', space) + 1;
}

function requireAllowedStatus(row: ChangeRequestRow, status: ChangeRequestStatus): void {
  if (row.status === 'merged')
    throw conflict(`The change request ${row.number} is merged, so its status can not change.`);
  if (status === 'merged') throw conflict('Only the merge operation can set the status to merged.');
}
