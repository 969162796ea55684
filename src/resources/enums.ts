import type { z } from 'zod';
import { changeRequestOrderField } from './change-requests/contract.ts';
import { linkStatuses } from './links/contract.ts';
import { memberOrderField } from './members/contract.ts';
import { orderDirection, role } from './shared/contract.ts';
import { agentsContext, siteVisibility } from './sites/records.ts';
import { editMode, spaceVisibility } from './spaces/contract.ts';
import { teamRole } from './teams/records.ts';

/** Value sets that are closed. Inside the gateway their values are those of REST: `share-link`. */
const closed = {
  Role: role,
  SpaceVisibility: spaceVisibility,
  SpaceEditMode: editMode,
  SiteVisibility: siteVisibility,
  AgentsContext: agentsContext,
  TeamRole: teamRole,
  LinkStatus: linkStatuses,
  OrderDirection: orderDirection,
  MemberOrderField: memberOrderField,
  ChangeRequestOrderField: changeRequestOrderField,
};

export type Role = z.infer<typeof role>;
export type SpaceVisibility = z.infer<typeof spaceVisibility>;
export type SpaceEditMode = z.infer<typeof editMode>;
export type SiteVisibility = z.infer<typeof siteVisibility>;
export type AgentsContext = z.infer<typeof agentsContext>;
export type TeamRole = z.infer<typeof teamRole>;
export type LinkStatus = z.infer<typeof linkStatuses>;
export type OrderDirection = z.infer<typeof orderDirection>;
export type MemberOrderField = z.infer<typeof memberOrderField>;
export type ChangeRequestOrderField = z.infer<typeof changeRequestOrderField>;

/** Enum resolvers: the GraphQL name of each REST value, `SHARE_LINK` for `share-link`, and `JOINED_AT` for `joinedAt`. */
export const enums = Object.fromEntries(
  Object.entries(closed).map(([name, { options }]) => [
    name,
    Object.fromEntries(options.map((value) => [nameOf(value), value])),
  ]),
);

function nameOf(value: string): string {
  return value.replaceAll(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase();
}
