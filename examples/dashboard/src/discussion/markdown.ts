import MarkdownIt from 'markdown-it';

/**
 * Markdown of people who are not trusted. HTML in it stays text. Images are links, as loading one tells its host who reads; headings stay
 * text, as they would be in the outline of the page.
 */
const markdownIt = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 20 }).disable([
  'image',
  'heading',
  'lheading',
]);

/** Instead of a list of what is forbidden: a URL of another scheme, or without one, stays text. */
markdownIt.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url);

markdownIt.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow ugc');
  return renderer.renderToken(tokens, index, options);
};

/** HTML of the text of a comment, with elements of Markdown only. */
export function markdownToHtml(markdown: string): string {
  return markdownIt.render(markdown);
}
