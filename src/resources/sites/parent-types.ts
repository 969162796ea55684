import type { KeyOf } from '../../engine/contract/entity.ts';
import type { SiteEntity } from './contract.ts';
import type { PublishedSite } from './records.ts';

export interface Published {
  published: PublishedSite;
  key: KeyOf<typeof SiteEntity>;
}
