import type { ContentOperations } from '../../../src/resources/contents/fields.ts';
import { describeFiles, describeRevision } from './content-files-suite.ts';
import { describePage, describePageLinks, describePageTree } from './content-pages-suite.ts';
import { type ContentCase, subjectOf } from './content-subject.ts';
import { describePagePlace } from './page-place-suite.ts';

/** The tests that the contents of spaces and of change requests have in common; `contents` has their operations. */
export function describeContent(contents: ContentOperations, open: () => ContentCase): void {
  const subject = subjectOf(contents, open);
  describePageTree(subject);
  describePage(subject);
  describePageLinks(subject);
  describePagePlace(subject);
  describeFiles(subject);
  describeRevision(subject);
}
