import type { Key } from '../../engine/contract/entity.ts';
import { restIdBelow } from '../../engine/relay/global-id.ts';
import type {
  CreateSpaceCommentInput,
  UpdateSpaceCommentInput,
  UpdateSpaceCommentReplyInput,
} from '../../generated/resolvers.ts';
import { PageEntity } from '../contents/entities.ts';
import { opaqueId } from '../opaque-id.ts';
import { given } from '../shared/inputs.ts';

type NewComment = Pick<CreateSpaceCommentInput, 'documentNodeId' | 'pageId' | 'body'>;

/** The body of a new comment on the space or the change request with the key `on`. */
export function newComment({ documentNodeId, pageId, body }: NewComment, on: Key) {
  return {
    node: given(documentNodeId, opaqueId),
    page: given(pageId, (page) => restIdBelow(PageEntity, on, page)),
    body,
  };
}

/** What `newComment` takes from an input under another name. */
export const newCommentNames = { node: 'documentNodeId', page: 'pageId' };

/** What `changedComment` takes from an input under another name. */
export const changedCommentNames = { resolved: 'isResolved' };

/** The body of an update of a comment, on a space or on a change request. */
export function changedComment({ isResolved, ...change }: UpdateSpaceCommentInput) {
  return { resolved: isResolved, ...changedReply(change) };
}

/** Reactions to add or to remove are no values of the comment: null is none of them. */
export function changedReply({ body, addedReactions, removedReactions }: UpdateSpaceCommentReplyInput) {
  return { body, addedReactions: addedReactions ?? undefined, removedReactions: removedReactions ?? undefined };
}
