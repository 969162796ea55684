import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { batchOf } from '../../engine/fields/batch.ts';
import { connection } from '../../engine/fields/connection.ts';
import { lookupById } from '../../engine/fields/lookup.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { read } from '../../engine/fields/value.ts';
import { keyBelow, keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type { ChangeRequestResolvers, ChangeRequestsMutationResolvers } from '../../generated/resolvers.ts';
import { ChangeRequestCommentEntity, changeRequestComments } from '../change-request-comments/contract.ts';
import { commentQuery } from '../comments/fields.ts';
import { changeRequestContents } from '../contents/change-request-contents.ts';
import { PageEntity } from '../contents/entities.ts';
import { contentFields } from '../contents/fields.ts';
import { opaqueId } from '../opaque-id.ts';
import { given } from '../shared/inputs.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { ChangeRequestEntity, changeRequests } from './contract.ts';

export const ChangeRequest = {
  space: toParent(SpaceEntity),
  isOutdated: fromRecord(({ outdated }) => outdated),
  openCommentCount: fromRecord(({ comments }) => comments),
  initialRevisionId: fromRecord(({ revisionInitial }) => revisionInitial),
  mergedAncestorRevisionId: fromRecord(({ revisionMergedAncestor }) => revisionMergedAncestor),
  mergedRevisionId: fromRecord(({ revisionMerged }) => revisionMerged),
  ...contentFields<Reference<typeof ChangeRequestEntity>>(changeRequestContents),
  pdf: read(
    changeRequests.pdf,
    ({ key }, { only, pageId }) => ({ path: key, query: { only, page: restIdBelow(PageEntity, key, pageId) } }),
    (pdf) => pdf,
  ),
  comments: connection(
    changeRequestComments.list,
    ({ key }, filters) => ({ path: key, query: commentQuery(filters, key) }),
    ChangeRequestCommentEntity,
  ),
  comment: lookupById(changeRequestComments.get, ChangeRequestCommentEntity),
} satisfies ChangeRequestResolvers;

/** The contract leaves the results of a merge and of an update open. */
const hasConflicts = ({ result }: { result?: string | undefined }) => result === 'conflicts';

/** The mutations of single records. */
const actions = {
  createChangeRequest: action(
    changeRequests.create,
    ({ spaceId, subject, agentTaskId }) => ({
      path: keyBelow(SpaceEntity, {}, spaceId),
      body: { subject, agentTaskId: given(agentTaskId, opaqueId) },
    }),
    ({ record }) => ({ changeRequest: record(ChangeRequestEntity) }),
  ),
  updateChangeRequest: update(
    changeRequests.update,
    ({ id, subject, status }) => ({ path: keyOf(ChangeRequestEntity, id), body: { subject, status } }),
    ({ record }) => ({ changeRequest: record(ChangeRequestEntity) }),
  ),
  mergeChangeRequest: action(
    changeRequests.merge,
    ({ id }) => ({ path: keyOf(ChangeRequestEntity, id) }),
    ({ result: { revision, result }, path }) => ({
      changeRequest: Reference.to(ChangeRequestEntity, path),
      mergedRevisionId: revision,
      result,
    }),
    {},
    hasConflicts,
  ),
  updateChangeRequestFromMain: action(
    changeRequests.updateFromMain,
    ({ id }) => ({ path: keyOf(ChangeRequestEntity, id) }),
    ({ result: { revision, result }, path }) => ({
      changeRequest: Reference.to(ChangeRequestEntity, path),
      revisionId: revision,
      result,
    }),
    {},
    hasConflicts,
  ),
} satisfies Omit<ChangeRequestsMutationResolvers, 'updateChangeRequests'>;

export const Mutation = {
  ...actions,
  updateChangeRequests: batchOf(actions.updateChangeRequest, 'ids', 'id'),
} satisfies ChangeRequestsMutationResolvers;
