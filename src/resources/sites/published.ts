import { isJsonObject } from '../../engine/contract/json.ts';
import type { SectionGroup } from '../section-groups/contract.ts';
import type { SiteSection } from '../site-sections/contract.ts';
import type { SiteSpace } from '../site-spaces/contract.ts';
import type { PublishedSite } from './records.ts';

type Structure = NonNullable<PublishedSite['structure']>;
type Item = NonNullable<Structure['structure']>[number];

/** The records of a published site's structure by their kind; undefined for a kind that the structure does not have. */
export interface PublishedStructure {
  sections: SiteSection[] | undefined;
  sectionGroups: SectionGroup[] | undefined;
  siteSpaces: SiteSpace[] | undefined;
}

/**
 * Sorts a structure by the kinds of its items. The contract shows sections alone for the type `sections`, and no other type: of one
 * that it does not name, the items may be of any kind. An item without `object` is of the kind that the structure's type names.
 */
export function publishedStructure({ structure }: PublishedSite): PublishedStructure {
  const { type, structure: list } = structure ?? {};
  // The field that selects a malformed structure reports it.
  const items = Array.isArray(list) && list.every((item) => isJsonObject(item)) ? list : undefined;
  const isOfSpaces = type === 'siteSpaces';
  const isOfKind = (item: Item, kind: string) => (item.object ?? (isOfSpaces ? 'site-space' : 'site-section')) === kind;
  const sections = items?.filter((item): item is Item & SiteSection => isOfKind(item, 'site-section'));
  const siteSpaces = items?.filter((item): item is Item & SiteSpace => isOfKind(item, 'site-space'));
  const groups = items?.filter((item): item is Item & SectionGroup => isOfKind(item, 'site-section-group'));
  return {
    sections: isOfSpaces ? undefined : sections,
    sectionGroups: isOfSpaces ? undefined : groups,
    siteSpaces: type === 'sections' ? undefined : siteSpaces,
  };
}
