import { loadedField, record } from '../../engine/fields/fields.ts';
import { restId } from '../../engine/relay/global-id.ts';
import type { SpaceCommentsArgs } from '../../generated/resolvers.ts';
import type { Target } from '../shared/parent-types.ts';

/** What comments on spaces and on change requests have in common beside the fields of their record. */
export const commentFields = {
  replyCount: record<'SpaceComment' | 'ChangeRequestComment', number | undefined>(({ replies }) => replies),
  target: loadedField<'SpaceComment' | 'ChangeRequestComment', Target | undefined>(
    ({ key }, { target }) => target && { target, key },
  ),
};

/** The filters of a list of comments, as both lists take them. */
export function commentQuery({ order, status, format, targetPage, authors }: Partial<SpaceCommentsArgs>) {
  return {
    order,
    status,
    format,
    targetPage: restId('Page', targetPage),
    authors: authors?.map((author) => restId('User', author)),
  };
}
