import { entity } from '../../engine/contract/entity.ts';
import { changeRequestContents } from './change-request-contents.ts';
import { spaceContents } from './space-contents.ts';

export const PageEntity = entity('Page', [spaceContents.page, changeRequestContents.page], []);

export const FileEntity = entity(
  'File',
  [spaceContents.file, changeRequestContents.file],
  [spaceContents.files, changeRequestContents.files],
);

export const RevisionEntity = entity('Revision', [spaceContents.get, changeRequestContents.get], [], {
  hasGlobalId: false,
});
