import { badRequest, forbidden } from './errors.ts';
import type { Session } from './handlers.ts';
import type { CommentRow, ReactionRow, ReplyRow, SpaceRow } from './records.ts';
import { postedRights, spaceRole } from './rights.ts';

interface PostedChange {
  body?: { markdown: string } | undefined;
  addedReactions?: string[] | undefined;
  removedReactions?: string[] | undefined;
}

/**
 * What an update changes of a comment or a reply. Reactions are the caller's own: adding one twice, or removing one that
 * is not there, changes nothing; an emoji that is both added and removed is removed.
 * @throws 403 where somebody else's text would be rewritten.
 */
export function changePosted(session: Session, space: SpaceRow, row: CommentRow | ReplyRow, change: PostedChange) {
  const { store, caller } = session;
  const { body } = change;
  if (body !== undefined && !postedRights(spaceRole(store, caller.id, space), caller.id, row.postedBy).edit) {
    throw forbidden('Only its author can rewrite it.');
  }
  return {
    reactions: changeReactions(session, row.reactions, change),
    ...(body === undefined ? {} : { markdown: body.markdown, editedAt: store.clock.iso() }),
  };
}

function changeReactions(
  { store, caller }: Session,
  reactions: readonly ReactionRow[],
  change: PostedChange,
): ReactionRow[] {
  const { addedReactions = [], removedReactions = [] } = change;
  if (addedReactions.includes('')) throw badRequest('body field addedReactions: an emoji must not be empty.');
  const isOwn = (emoji: string) => (row: ReactionRow) => row.user === caller.id && row.emoji === emoji;
  const added = [...new Set(addedReactions)]
    .filter((emoji) => !reactions.some(isOwn(emoji)))
    .map((emoji) => ({ emoji, user: caller.id, reactedAt: store.clock.iso() }));
  return [...reactions, ...added].filter((row) => !removedReactions.some((emoji) => isOwn(emoji)(row)));
}
