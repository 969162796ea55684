import type { ContentOperations } from '../../src/resources/contents/fields.ts';
import { describeFiles, describeRevision } from './content-files-suite.ts';
import { describePage, describePageLinks, describePageTree } from './content-pages-suite.ts';
import { type ContentCase, subjectOf } from './content-subject.ts';

/** What spaces and change requests have in common: all reads of the content at `contents`. */
export function describeContent(contents: ContentOperations, open: () => ContentCase): void {
  const subject = subjectOf(contents, open);
  describePageTree(subject);
  describePage(subject);
  describePageLinks(subject);
  describeFiles(subject);
  describeRevision(subject);
}
