import type { Site } from '../../../src/resources/sites/records.ts';
import { enumName, globalIdOf, present } from '../execution/expectations.ts';
import { renamed } from './renames.ts';

/** A site of REST in the form of the graph. */
export function expectedSite(site: Site, organization: string) {
  const { object: _, id, published, siteSpaces: count, icon, visibility, agentsContext, features, ...same } = site;
  return present({
    ...renamed(same),
    id: globalIdOf('Site', organization, id),
    restId: id,
    organization: { restId: organization },
    isPublished: published,
    siteSpaceCount: count,
    icon: icon?.icon && { lightUrl: icon.icon.light, darkUrl: icon.icon.dark },
    visibility: enumName(visibility),
    agentsContext: enumName(agentsContext),
    features: features?.map(({ id: name, frozen: isFrozen, ...feature }) => ({ name, isFrozen, ...feature })),
  });
}
