import { resource } from '../../engine/contract/operation.ts';
import { contentOperations } from './contract.ts';

export const spaceContents = resource('spaceContents', contentOperations('/v1/spaces/{spaceId}/content'));
