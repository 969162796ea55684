import { contract } from '../../../src/resources/contract.ts';
import type { Space } from '../../../src/resources/spaces/contract.ts';
import type { RestCalls } from '../sandbox/sandbox-calls.ts';

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
