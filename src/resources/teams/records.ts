import { z } from 'zod';
import { dateTime, kind, permissions } from '../shared/contract.ts';

/** A title is 1 to 64 characters when written. */
export const teamTitle = z.string().min(1).max(64);

export const team = z.object({
  object: kind('team').optional(),
  id: z.string(),
  title: z.string().optional(),
  members: z.number().optional(),
  spaces: z.number().optional(),
  createdAt: dateTime.optional(),
  permissions: permissions('admin', 'view').optional(),
});
export type Team = z.infer<typeof team>;

/** `owner` can manage the team's members, `member` is one of them. */
export const teamRole = z.enum(['owner', 'member']);
export type TeamPermissions = NonNullable<Team['permissions']>;
