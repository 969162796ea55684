import type { z } from 'zod';
import { linkStatuses } from './links/contract.ts';
import { role } from './shared/contract.ts';
import { agentsContext, siteVisibility } from './sites/records.ts';
import { editMode, spaceVisibility } from './spaces/contract.ts';
import { teamRole } from './teams/records.ts';

/** Value sets that the contract closes. Inside the gateway their values are those of REST: `share-link`. */
const closed = {
  Role: role,
  SpaceVisibility: spaceVisibility,
  SpaceEditMode: editMode,
  SiteVisibility: siteVisibility,
  AgentsContext: agentsContext,
  TeamRole: teamRole,
  LinkStatus: linkStatuses,
};

export type Role = z.infer<typeof role>;
export type SpaceVisibility = z.infer<typeof spaceVisibility>;
export type SpaceEditMode = z.infer<typeof editMode>;
export type SiteVisibility = z.infer<typeof siteVisibility>;
export type AgentsContext = z.infer<typeof agentsContext>;
export type TeamRole = z.infer<typeof teamRole>;
export type LinkStatus = z.infer<typeof linkStatuses>;

/** Enum resolvers: the GraphQL name of each REST value, `SHARE_LINK` for `share-link`. */
export const enums = Object.fromEntries(
  Object.entries(closed).map(([name, { options }]) => [
    name,
    Object.fromEntries(options.map((value) => [value.toUpperCase().replaceAll('-', '_'), value])),
  ]),
);
