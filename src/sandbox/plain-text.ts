/** The part of a page under one heading. The text before the first heading has the page's own title. */
export interface PageSection {
  /** The heading as a URL fragment, for example `rate-limits`. */
  id: string;
  title: string;
  /** Without Markdown syntax, in one line. */
  text: string;
}

/** The sections of a Markdown text, in document order. Headings of the levels 1 to 4 outside of code start a section. */
export function sectionsOf(page: { slug: string; title: string; markdown: string }): PageSection[] {
  const sections: { id: string; title: string; lines: string[] }[] = [{ id: page.slug, title: page.title, lines: [] }];
  let isCode = false;
  for (const line of page.markdown.split('\n')) {
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const [, heading] = (!isCode && /^#{1,4} +(.*)$/.exec(line)) || [];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ id: slugOf(plainText(heading)), title: plainText(heading), lines: [] });
  }
  return sections
    .map(({ id, title, lines }) => ({ id, title, text: plainText(lines.join('\n')) }))
    .filter(({ text }, i) => i > 0 || text !== '');
}

/** A link or a picture. Its text is the first group. */
const link = /!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2048}(?:[ \t]"[^"\n]{0,500}")?\)/g;

/** Markdown with empty link targets, which has the same plain text. */
export const withoutTargets = (markdown: string): string => markdown.replace(link, '[$1]()');

/**
 * The text of a piece of Markdown without its syntax, in one line. Links become their text, pictures their description.
 * All repetitions are bounded, so that the time is proportional to the length.
 */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:```|~~~).*$/gm, ' ')
    .replace(/^[ \t]{0,20}\|?[ \t]{0,20}:?-{3}[-:| \t]*$/gm, ' ')
    .replace(/^[ \t]{0,20}(?:>[ \t]?|[-*+][ \t]{1,4}(?:\[[ xX]\][ \t])?|\d{1,9}[.)][ \t]{1,4}|#{1,6}[ \t])+/gm, '')
    .replace(link, '$1')
    .replace(/<\/?[a-zA-Z][^<>\n]{0,500}>/g, ' ')
    .replace(/(\*\*|__|~~|`+)/g, '')
    .replace(/(?<![\p{L}\p{N}\\])[*_](?=\S)|(?<=\S)(?<!\\)[*_](?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Converts a title to a URL segment: `Rate limits & quotas` becomes `rate-limits-quotas`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
