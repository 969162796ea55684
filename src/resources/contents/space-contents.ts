import { resource } from '../dialect.ts';
import { contentOperations } from './contract.ts';

export const spaceContents = resource('spaceContents', contentOperations('/v1/spaces/{spaceId}/content'));
