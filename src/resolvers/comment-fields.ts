import { loadedField, record } from './fields.ts';
import type { Target } from './parents.ts';

/** What comments on spaces and on change requests have in common beside the fields of their record. */
export const commentFields = {
  replyCount: record<'SpaceComment' | 'ChangeRequestComment', number | undefined>(({ replies }) => replies),
  target: loadedField<'SpaceComment' | 'ChangeRequestComment', Target | undefined>(
    ({ key }, { target }) => target && { target, key },
  ),
};
