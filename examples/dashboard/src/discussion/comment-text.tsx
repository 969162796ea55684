import { useMemo } from 'react';
import { markdownToHtml } from './markdown.ts';

/** The text of a comment. */
export function CommentText({ markdown }: { markdown: string }) {
  const html = useMemo(() => markdownToHtml(markdown), [markdown]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML has elements of Markdown only, and no URL but of web and mail.
  return <div className="comment-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
