import type { TeamMemberResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { embedded, keyEdge, record } from './fields.ts';

export const TeamMember = {
  team: keyEdge(['Team'], ({ organizationId, teamId }) => Reference.to('Team', { organizationId, teamId })),
  member: embedded('Member', ({ organization }) => organization),
  role: record(({ team }) => team?.role),
} satisfies TeamMemberResolvers;
