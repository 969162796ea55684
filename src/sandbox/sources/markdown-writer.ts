interface Block {
  text: string;
  /** Items follow each other without an empty line. */
  isItem: boolean;
}

/** An open element with marks around its text. */
interface Span {
  before: string;
  wrap(text: string): string;
}

/** Writes Markdown block by block. Its time is proportional to the length of the text. */
export class MarkdownWriter {
  readonly #blocks: Block[] = [];
  readonly #spans: Span[] = [];
  /** The counters of the open lists; undefined for a list without numbers. */
  readonly #lists: { next: number | undefined }[] = [];
  #quotes = 0;
  #inline = '';
  /** Kept apart, as looking at the end of a growing text is slow. */
  #endsInSpace = true;
  #marker = '';
  #heading = '';

  text(text: string): void {
    const spaced = text.replace(/\s+/g, ' ');
    const line = this.#endsInSpace ? spaced.trimStart() : spaced;
    if (line === '') return;
    this.#endsInSpace = line.endsWith(' ');
    this.#inline += escaped(line);
  }

  /** Adds text that is Markdown already. */
  raw(markdown: string): void {
    this.#endsInSpace = markdown.endsWith('\n');
    this.#inline += markdown;
  }

  openSpan(wrap: (text: string) => string): void {
    this.#spans.push({ before: this.#inline, wrap });
    this.#inline = '';
  }

  /** Closes the last span. Spaces at its ends go outside, as marks must touch the text. */
  closeSpan(): void {
    const span = this.#spans.pop();
    if (span === undefined) return;
    const [, start = '', text = '', end = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(this.#inline) ?? [];
    this.#inline = span.before + (text === '' ? start : start + span.wrap(text) + end);
  }

  /** Ends the current block. Spans do not go on in the next one. */
  endBlock(): void {
    const text = this.#takeInline();
    if (text !== '') this.#add(this.#heading === '' ? protectedStart(text) : `${this.#heading} ${text}`);
    this.#heading = '';
  }

  #takeInline(): string {
    const text = [...this.#spans.splice(0).map(({ before }) => before), this.#inline].join('').trim();
    this.#inline = '';
    this.#endsInSpace = true;
    return text;
  }

  startHeading(level: number): void {
    this.endBlock();
    this.#heading = '#'.repeat(level);
  }

  /** Ends the current block, and returns its text instead of adding it, for a cell of a table. */
  takeCell(): string {
    return this.#takeInline().replace(/\n/g, ' ').replaceAll('|', '\\|');
  }

  openList(ordered: boolean): void {
    this.endBlock();
    this.#lists.push({ next: ordered ? 1 : undefined });
  }

  closeList(): void {
    this.endBlock();
    this.#lists.pop();
    this.#marker = '';
  }

  startItem(): void {
    this.endBlock();
    const list = this.#lists.at(-1);
    this.#marker = list?.next === undefined ? '- ' : `${list.next++}. `;
  }

  quote(levels: 1 | -1): void {
    this.endBlock();
    this.#quotes = Math.max(0, this.#quotes + levels);
  }

  code(text: string): void {
    this.endBlock();
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    this.#add(`${fence}\n${text.replace(/^\n|\s+$/g, '')}\n${fence}`);
  }

  table(rows: readonly (readonly string[])[]): void {
    this.endBlock();
    const [head = '', ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
    const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
    if (rows.length > 0) this.#add([head, rule, ...body].join('\n'));
  }

  toString(): string {
    this.endBlock();
    return this.#blocks
      .map(({ text, isItem }, i) => (i === 0 ? '' : isItem && this.#blocks[i - 1]?.isItem ? '\n' : '\n\n') + text)
      .join('');
  }

  #add(text: string): void {
    const marker = this.#marker;
    const depth = Math.max(0, this.#lists.length - 1);
    const indent = '  '.repeat(marker === '' && this.#lists.length > 0 ? depth + 1 : depth);
    const hanging = indent + ' '.repeat(marker.length);
    const prefix = '> '.repeat(this.#quotes);
    const lines = text.split('\n').map((line, i) => prefix + (i === 0 ? indent + marker : hanging) + line);
    this.#blocks.push({ text: lines.join('\n'), isItem: marker !== '' });
    this.#marker = '';
  }
}

/** Characters that have a meaning in Markdown, as text. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<]|&(?=#?\w{1,32};|$)/g, '\\$&');

/** A text that does not become a heading, a list or a quote by its first characters. */
const protectedStart = (text: string): string =>
  text.replace(/^(?:#{1,6}(?=\s)|>|[-+](?=\s)|={3}|-{3}|~{3})/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s)/, '$1\\$2');
