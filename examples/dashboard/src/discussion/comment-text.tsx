/** The text of a comment: paragraphs and `code` of Markdown. An application with more needs a Markdown library. */
export function CommentText({ markdown }: { markdown: string }) {
  const paragraphs = markdown.split(/\n{2,}/);
  return (
    <div className="comment-text">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text have no other key.
        <p key={index}>
          {paragraph.split(/`([^`]+)`/).map((text, part) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: nor have its parts, of which every second one is code.
            part % 2 === 1 ? <code key={part}>{text}</code> : text,
          )}
        </p>
      ))}
    </div>
  );
}
