/** Markup that is safe to send. Only `html` and the Markdown renderer create it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined;

/** Markup with escaped values: a string becomes text or part of an attribute, and undefined becomes nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((text, i) => text + markupOf(values[i])).join(''));
}

function markupOf(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Link {
  href: string;
  text: string;
  /** Marks the link to the shown page. */
  current?: boolean;
  children?: readonly Link[];
}

/** A list of links, nested like a page tree; nothing without links. */
export function linkList(links: readonly Link[]): Html | undefined {
  if (links.length === 0) return undefined;
  const items = links.map(({ href, text, current, children = [] }) => {
    const mark = current ? html` aria-current="page"` : undefined;
    return html`<li><a href="${href}"${mark}>${text}</a>${linkList(children)}</li>`;
  });
  return html`<ul>${items}</ul>`;
}

export interface PageDocument {
  title: string;
  /** The name of the site or of the app, with its address. */
  home: Link;
  /** Navigation in the header, such as a site's sections. */
  sections?: readonly Link[];
  /** Navigation beside the text, such as a page tree. */
  tree?: readonly Link[];
  main: Html;
  /** Whether search engines may index the page. */
  indexed: boolean;
}

export function pageDocument({ title, home, sections = [], tree = [], main, indexed }: PageDocument): string {
  const robots = indexed ? undefined : html`<meta name="robots" content="noindex">`;
  const sidebar = tree.length === 0 ? undefined : html`<nav aria-label="Pages">${linkList(tree)}</nav>`;
  const header = sections.length === 0 ? undefined : html`<nav aria-label="Sections">${linkList(sections)}</nav>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${robots}
<title>${title}</title>
<link rel="stylesheet" href="/assets/pages.css">
</head>
<body>
<header><a class="home" href="${home.href}">${home.text}</a>${header}</header>
<div class="content">${sidebar}<main>${main}</main></div>
</body>
</html>
`.text;
}
