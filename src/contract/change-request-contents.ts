import { contentOperations } from './contents.ts';
import { resource } from './operation.ts';

export const changeRequestContents = resource(
  'changeRequestContents',
  contentOperations('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content'),
);
