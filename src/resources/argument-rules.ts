import type { ArgumentRules } from '../engine/fields/argument-checks.ts';
import { PageEntity } from './contents/entities.ts';
import { UserIdentity } from './shared/contract.ts';
import { SpaceEntity } from './spaces/contract.ts';

/** Arguments with the same meaning in every field that has one of that name. */
export const argumentRules: ArgumentRules = {
  ids: {
    ownerId: UserIdentity,
    contributorId: UserIdentity,
    authorIds: UserIdentity,
    spaceId: SpaceEntity,
    targetPageId: PageEntity,
    pageId: PageEntity,
  },
  pathSegments: new Set(['id', 'slug', 'emailDomain']),
};
