import { restId } from '../../engine/relay/global-id.ts';
import type {
  CreateSpaceCommentInput,
  UpdateSpaceCommentInput,
  UpdateSpaceCommentReplyInput,
} from '../../generated/resolvers.ts';
import { PageEntity } from '../contents/entities.ts';
import { given } from '../shared/inputs.ts';

/** The body of a new comment, on a space or on a change request. */
export function newComment({ nodeId, pageId, body }: Pick<CreateSpaceCommentInput, 'nodeId' | 'pageId' | 'body'>) {
  return { node: nodeId, page: given(pageId, (page) => restId(PageEntity, page)), body };
}

/** What `newComment` takes from an input under another name. */
export const newCommentNames = { node: 'nodeId', page: 'pageId' };

/** What `changedComment` takes from an input under another name. */
export const changedCommentNames = { resolved: 'isResolved' };

/** The body of an update of a comment, on a space or on a change request. */
export function changedComment({ isResolved, ...change }: UpdateSpaceCommentInput) {
  return { resolved: isResolved, ...changedReply(change) };
}

export function changedReply({ body, addedReactions, removedReactions }: UpdateSpaceCommentReplyInput) {
  return { body, addedReactions, removedReactions };
}
