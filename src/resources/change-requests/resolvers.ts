import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, keyEdge, lookup, record } from '../../engine/fields/fields.ts';
import { keyBelow, keyOf, restId } from '../../engine/relay/global-id.ts';
import type { ChangeRequestResolvers, MutationResolvers } from '../../generated/resolvers.ts';
import { changeRequestComments } from '../change-request-comments/contract.ts';
import { commentQuery } from '../comments/fields.ts';
import { changeRequestContents } from '../contents/change-request-contents.ts';
import { contentFields } from '../contents/fields.ts';
import { changeRequests } from './contract.ts';

export const ChangeRequest = {
  space: keyEdge(['Space'], ({ spaceId }) => Reference.to('Space', { spaceId })),
  isOutdated: record(({ outdated }) => outdated),
  openCommentCount: record(({ comments }) => comments),
  initialRevisionId: record(({ revisionInitial }) => revisionInitial),
  mergedAncestorRevisionId: record(({ revisionMergedAncestor }) => revisionMergedAncestor),
  mergedRevisionId: record(({ revisionMerged }) => revisionMerged),
  ...contentFields<Reference<'ChangeRequest'>>(changeRequestContents),
  pdf: lookup(
    changeRequests.pdf,
    ({ key }, { only, page }) => ({ path: key, query: { only, page: restId('Page', page) } }),
    (pdf) => pdf,
  ),
  comments: connection(changeRequestComments.list, ({ key }, filters) => ({ path: key, query: commentQuery(filters) })),
  comment: lookup(changeRequestComments.get, ({ key }, { id, format }) => ({
    path: keyBelow('ChangeRequestComment', key, id),
    query: { format },
  })),
} satisfies ChangeRequestResolvers;

export const Mutation = {
  createChangeRequest: action(
    changeRequests.create,
    ({ spaceId, subject, agentTaskId }) => ({ path: keyBelow('Space', {}, spaceId), body: { subject, agentTaskId } }),
    ({ result, path }) => ({ changeRequest: Reference.of('ChangeRequest', path, result, changeRequests.create) }),
  ),
  updateChangeRequest: action(
    changeRequests.update,
    ({ id, subject, status }) => ({ path: keyOf('ChangeRequest', id), body: { subject, status } }),
    ({ result, path }) => ({ changeRequest: Reference.of('ChangeRequest', path, result, changeRequests.update) }),
  ),
  mergeChangeRequest: action(
    changeRequests.merge,
    ({ id }) => ({ path: keyOf('ChangeRequest', id) }),
    ({ result: { revision, result }, path }) => ({
      changeRequest: Reference.to('ChangeRequest', path),
      mergedRevisionId: revision,
      result,
    }),
  ),
  updateChangeRequestFromMain: action(
    changeRequests.updateFromMain,
    ({ id }) => ({ path: keyOf('ChangeRequest', id) }),
    ({ result: { revision, result }, path }) => ({
      changeRequest: Reference.to('ChangeRequest', path),
      revisionId: revision,
      result,
    }),
  ),
} satisfies Pick<
  MutationResolvers,
  'createChangeRequest' | 'updateChangeRequest' | 'mergeChangeRequest' | 'updateChangeRequestFromMain'
>;
