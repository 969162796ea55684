import type { KeyOf } from '../../engine/contract/entity.ts';
import type { PublishedSite, SiteEntity } from './contract.ts';

/** A published site, with the key of the site. */
export interface Published {
  published: PublishedSite;
  key: KeyOf<typeof SiteEntity>;
}
