import { contract } from '../../../src/resources/contract.ts';
import type { Space } from '../../../src/resources/spaces/contract.ts';
import { enumName, globalIdOf, present } from '../execution/expectations.ts';
import type { RestCalls } from '../sandbox/sandbox-calls.ts';
import { renamed } from './renames.ts';

/** Spaces of the first organization by title: those in its collections and on its sites. */
export async function spacesByTitle(rest: RestCalls): Promise<(title: string) => Space> {
  const [organization] = await rest.items(contract.organizations.list);
  const path = { organizationId: organization?.id ?? '' };
  const collections = await rest.items(contract.collections.list, { path });
  const sites = await rest.items(contract.sites.list, { path });
  const lists = await Promise.all([
    ...collections.map(({ id }) => rest.items(contract.collections.spaces, { path: { collectionId: id } })),
    ...sites.map(async ({ id }) => {
      const siteSpaces = await rest.items(contract.siteSpaces.list, { path: { ...path, siteId: id } });
      return siteSpaces.flatMap(({ space }) => space ?? []);
    }),
  ]);
  const spaces = new Map(lists.flat().map((space) => [space.title, space]));
  return (title) => {
    const space = spaces.get(title);
    if (space === undefined) throw new Error(`The seed has no space "${title}" where it is looked for`);
    return space;
  };
}

/** Selects every field of a space. */
export const everyField = `{
  id restId title emoji visibility createdAt updatedAt deletedAt editMode visitorAuth { backend } defaultRole
  openCommentCount changeRequestCount openChangeRequestCount draftChangeRequestCount
  organization { restId } parent { restId } revision { restId }
  gitSync { repoName installationProvider integration url updatedAt }
  urls { location app published public icon }
  permissions { canView canAccess canAdminister canViewInviteLinks canEdit canTriggerGitSync canComment canMerge canReview }
}`;

/** A REST record as the graph gives it. */
export function expectedSpace({ object: _, ...record }: Space) {
  const { id, comments, changeRequests, changeRequestsOpen, changeRequestsDraft, organization, defaultLevel, ...same } =
    record;
  return present({
    ...renamed(same),
    id: globalIdOf('Space', id),
    restId: id,
    visibility: enumName(same.visibility),
    editMode: enumName(same.editMode),
    defaultRole: enumName(defaultLevel),
    openCommentCount: comments,
    changeRequestCount: changeRequests,
    openChangeRequestCount: changeRequestsOpen,
    draftChangeRequestCount: changeRequestsDraft,
    organization: { restId: organization },
    parent: same.parent && { restId: same.parent },
    revision: { restId: same.revision },
  });
}
