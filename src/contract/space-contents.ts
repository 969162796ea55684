import { contentOperations } from './contents.ts';
import { resource } from './operation.ts';

export const spaceContents = resource('spaceContents', contentOperations('/v1/spaces/{spaceId}/content'));
