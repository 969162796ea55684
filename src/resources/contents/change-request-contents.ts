import { resource } from '../dialect.ts';
import { contentOperations } from './contract.ts';

export const changeRequestContents = resource(
  'changeRequestContents',
  contentOperations('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content'),
);
