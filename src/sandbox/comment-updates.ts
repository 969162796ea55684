import { forbidden } from './errors.ts';
import type { Session } from './handlers.ts';
import { commentPermissions, spaceRole } from './permissions.ts';
import type { CommentRow, ReactionRow, ReplyRow, SpaceRow } from './rows.ts';
import { requireEmoji } from './texts.ts';

interface CommentUpdate {
  body?: { markdown: string } | undefined;
  addedReactions?: string[] | undefined;
  removedReactions?: string[] | undefined;
}

/**
 * Returns the changed columns of a comment or a reply. Callers add and remove their own reactions: adding a reaction
 * twice, or removing a missing one, has no effect; an emoji that is both added and removed is removed.
 * @throws 403 if the caller edits another user's text, 400 for an added reaction that is not an emoji.
 */
export function commentChanges(session: Session, space: SpaceRow, row: CommentRow | ReplyRow, update: CommentUpdate) {
  const { store, caller } = session;
  const { body } = update;
  if (body !== undefined && !commentPermissions(spaceRole(store, caller.id, space), caller.id, row.postedBy).edit) {
    throw forbidden('Only the author can edit the text.');
  }
  return {
    reactions: updatedReactions(session, row.reactions, update),
    ...(body === undefined ? {} : { markdown: body.markdown, editedAt: store.clock.iso() }),
  };
}

function updatedReactions(
  { store, caller }: Session,
  reactions: readonly ReactionRow[],
  update: CommentUpdate,
): ReactionRow[] {
  const { addedReactions = [], removedReactions = [] } = update;
  for (const [i, emoji] of addedReactions.entries()) requireEmoji(`addedReactions.${i}`, emoji);
  const isOwn = (emoji: string) => (row: ReactionRow) => row.user === caller.id && row.emoji === emoji;
  const added = [...new Set(addedReactions)]
    .filter((emoji) => !reactions.some(isOwn(emoji)))
    .map((emoji) => ({ emoji, user: caller.id, reactedAt: store.clock.iso() }));
  return [...reactions, ...added].filter((row) => !removedReactions.some((emoji) => isOwn(emoji)(row)));
}
