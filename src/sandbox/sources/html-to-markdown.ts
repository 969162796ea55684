import { MarkdownWriter } from './markdown-writer.ts';
import { SourceError } from './source-error.ts';

/** A web page as Markdown. Its links and pictures have absolute URLs without fragments. */
export interface ConvertedPage {
  title: string;
  markdown: string;
  /** The targets of all links, also of those in the navigation. */
  links: string[];
  /** The sources of the pictures in the text. */
  pictures: string[];
}

type Attributes = Record<string, string>;

const dropped = new Set(
  'script style noscript iframe object nav footer form button select template svg math'.split(' '),
);
const blocks = new Set(
  'address article aside body dd details div dl dt fieldset figcaption figure header hr main p section summary'.split(
    ' ',
  ),
);
const marks = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
  ['del', '~~'],
  ['s', '~~'],
  ['code', '`'],
  ['kbd', '`'],
]);

const maxDepth = 256;

/**
 * Converts the HTML of the page at `base`. Scripts, navigation and forms are dropped. The first heading becomes the title. Written while
 * the page is parsed: converters of packages need a DOM of all of it, at any depth.
 * @throws SourceError `PARSE_FAILED` for a page with more than 256 nested elements
 */
export async function htmlToMarkdown(html: string, base: URL): Promise<ConvertedPage> {
  const { Parser } = await import('htmlparser2');
  const converter = new Converter(base);
  const parser = new Parser({
    onopentag: (name, attributes) => converter.open(name, attributes),
    ontext: (text) => converter.text(text),
    onclosetag: (name) => converter.close(name),
  });
  parser.end(html);
  return withHeadingAsTitle(converter.page());
}

/** A page whose first heading becomes its title, as pages show their title themselves. */
export function withHeadingAsTitle(page: ConvertedPage): ConvertedPage {
  const [, heading, rest] = /^# +(.{1,300})\n?([\s\S]*)$/.exec(page.markdown) ?? [];
  if (heading === undefined) return page;
  return { ...page, title: heading.replace(/\\(.)/g, '$1').trim(), markdown: (rest ?? '').trim() };
}

/** Turns the events of a parser into Markdown. */
class Converter {
  readonly #base: URL;
  readonly #writer = new MarkdownWriter();
  readonly #links: string[] = [];
  readonly #pictures: string[] = [];
  #title = '';
  #depth = 0;
  /** The number of open elements that are dropped. */
  #dropped = 0;
  #inTitle = false;
  /** The text of an open `pre` element. */
  #code: string | undefined;
  /** The rows of an open table. */
  #rows: string[][] | undefined;

  constructor(base: URL) {
    this.#base = base;
  }

  page(): ConvertedPage {
    return {
      title: this.#title.trim(),
      markdown: this.#writer.toString(),
      links: this.#links,
      pictures: this.#pictures,
    };
  }

  open(name: string, attributes: Attributes): void {
    if (++this.#depth > maxDepth) throw new SourceError('PARSE_FAILED');
    if (dropped.has(name)) this.#dropped++;
    if (name === 'title') this.#inTitle = true;
    if (name === 'a') this.#openLink(attributes);
    if (this.#dropped > 0 || this.#code !== undefined) return;
    if (name === 'pre') this.#code = '';
    else if (name === 'img') this.#picture(attributes);
    else if (name === 'br') this.#writer.raw('\n');
    else this.#openElement(name);
  }

  #openElement(name: string): void {
    const writer = this.#writer;
    const mark = marks.get(name);
    if (mark !== undefined) writer.openSpan((text) => mark + text + mark);
    else if (/^h[1-6]$/.test(name)) writer.startHeading(Number(name[1]));
    else if (name === 'ul' || name === 'ol') writer.openList(name === 'ol');
    else if (name === 'li') writer.startItem();
    else if (name === 'blockquote') writer.quote(1);
    else if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#rows?.push([]);
    else if (blocks.has(name) && this.#rows === undefined) writer.endBlock();
  }

  text(text: string): void {
    if (this.#inTitle) this.#title += text;
    else if (this.#dropped > 0) return;
    else if (this.#code !== undefined) this.#code += text;
    else this.#writer.text(text);
  }

  close(name: string): void {
    this.#depth--;
    if (name === 'title') this.#inTitle = false;
    if (dropped.has(name)) this.#dropped--;
    else if (this.#dropped === 0) this.#closeElement(name);
  }

  #closeElement(name: string): void {
    const writer = this.#writer;
    if (name === 'pre') this.#closeCode();
    else if (this.#code !== undefined) return;
    else if (name === 'a' || marks.has(name)) writer.closeSpan();
    else if (name === 'ul' || name === 'ol') writer.closeList();
    else if (name === 'blockquote') writer.quote(-1);
    else if (name === 'td' || name === 'th') this.#rows?.at(-1)?.push(writer.takeCell());
    else if (name === 'table') this.#closeTable();
    else if ((blocks.has(name) || name === 'li' || /^h[1-6]$/.test(name)) && this.#rows === undefined)
      writer.endBlock();
  }

  #closeCode(): void {
    if (this.#code !== undefined) this.#writer.code(this.#code);
    this.#code = undefined;
  }

  /** A table in a table becomes a part of its cell. */
  #openTable(): void {
    if (this.#rows === undefined) this.#writer.endBlock();
    this.#rows ??= [];
  }

  #closeTable(): void {
    const rows = (this.#rows ?? []).filter((row) => row.length > 0);
    this.#rows = undefined;
    this.#writer.table(rows);
  }

  #openLink({ href = '' }: Attributes): void {
    const url = this.#absolute(href);
    if (url !== undefined) this.#links.push(url);
    if (this.#dropped > 0 || this.#code !== undefined) return;
    this.#writer.openSpan((text) => (url === undefined ? text : `[${text}](${url})`));
  }

  #picture({ src = '', alt = '' }: Attributes): void {
    const url = this.#absolute(src);
    if (url === undefined) return;
    this.#pictures.push(url);
    this.#writer.raw(`![${alt.replace(/[[\]\\\s]+/g, ' ').slice(0, 200)}](${url})`);
  }

  /** The URL without its fragment; undefined unless it is http or https. */
  #absolute(target: string): string | undefined {
    const base = this.#base.protocol === 'data:' ? undefined : this.#base;
    if (target === '' || target.length > 2048 || !URL.canParse(target, base)) return undefined;
    const url = new URL(target, base);
    url.hash = '';
    return /^https?:$/.test(url.protocol) ? url.href.replaceAll('(', '%28').replaceAll(')', '%29') : undefined;
  }
}
