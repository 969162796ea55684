/** The access tokens of the seed's users, by what they may do. */
export const sandboxTokens = {
  /** Admin of every organization. */
  admin: 'sandbox-admin',
  /** Role `edit` in the first organization, no member of the others. */
  editor: 'sandbox-editor',
  /** Role `read` in the first organization. */
  reader: 'sandbox-reader',
  /** A guest of the first organization: sees only what a team's grant opens. */
  guest: 'sandbox-guest',
  /** Role `create` in the second organization; sees nothing of the first. */
  outsider: 'sandbox-outsider',
} as const;
