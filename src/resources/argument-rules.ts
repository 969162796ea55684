import type { ArgumentRules } from '../engine/fields/argument-checks.ts';
import { PageEntity } from './contents/entities.ts';
import { restContract } from './dialect.ts';
import { MemberEntity } from './members/contract.ts';
import { OrganizationEntity } from './organizations/contract.ts';
import { SpaceEntity } from './spaces/contract.ts';

/** Arguments with the same meaning in every field that has one of that name. */
export const argumentRules: ArgumentRules = {
  contract: restContract,
  ids: {
    organizationId: OrganizationEntity,
    ownerId: MemberEntity,
    contributorId: MemberEntity,
    authorIds: MemberEntity,
    spaceId: SpaceEntity,
    targetPageId: PageEntity,
    pageId: PageEntity,
  },
  pathSegments: new Set(['id', 'slug', 'emailDomain']),
};
