/**
 * The ids of the first organization's invite links, by the role that they give. The contract has no operation that lists
 * invite links, so the ids are fixed.
 */
export const sandboxInviteLinks = {
  read: 'inviteHalcyonReaders',
  comment: 'inviteHalcyonReviews',
} as const;

/** The access tokens of the seed's users, by their role. */
export const sandboxTokens = {
  /** Admin of every organization. */
  admin: 'sandbox-admin',
  /** Role `edit` in the first organization, not a member of the others. */
  editor: 'sandbox-editor',
  /** Role `read` in the first organization. */
  reader: 'sandbox-reader',
  /** A guest of the first organization: sees only spaces with a team grant. */
  guest: 'sandbox-guest',
  /** Role `create` in the second organization, and member of small ones; not a member of the first. */
  outsider: 'sandbox-outsider',
} as const;

/** What each of these users may do. */
export const sandboxRights: Readonly<Record<keyof typeof sandboxTokens, string>> = {
  admin: 'everything in every organization',
  editor: 'edits in the first organization only',
  reader: 'reads in the first organization only',
  guest: 'sees spaces of the first organization that are shared with its team',
  outsider: 'creates in the second organization only',
};
