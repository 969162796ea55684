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
  /** Role `create` in the second organization; not a member of the first. */
  outsider: 'sandbox-outsider',
} as const;
