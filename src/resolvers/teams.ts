import { teamMembers } from '../contract/team-members.ts';
import type { TeamResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { connection, keyEdge, record } from './fields.ts';

export const Team = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  memberCount: record(({ members }) => members),
  spaceCount: record(({ spaces }) => spaces),
  members: connection(teamMembers.list, ({ key }) => ({ path: key })),
} satisfies TeamResolvers;
