import { resource } from '../../engine/contract/operation.ts';
import { contentOperations } from './contract.ts';

export const changeRequestContents = resource(
  'changeRequestContents',
  contentOperations('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content'),
);
