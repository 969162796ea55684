/**
 * A page of the content library. `%product%` is replaced by the product's name. Links are symbolic: `page:<slug>` to a
 * page of the same space, `file:<name>` to one of its files, `space:next` to the next space, `gone:<any>` to a deleted
 * page, which makes the link broken. `{{ name }}` is a variable that the platform evaluates.
 */
export interface PageTemplate {
  title: string;
  emoji?: string;
  icon?: string;
  description?: string;
  markdown: string;
  pages?: readonly PageTemplate[];
  /** The page's content is computed from the organization's OpenAPI specification. */
  computed?: boolean;
  /** Values that the page uses instead of its revision's. */
  variables?: Readonly<Record<string, string>>;
  /** Not in the table of contents. */
  hidden?: boolean;
  /** Excluded from search engines. */
  noIndex?: boolean;
}

export interface FileTemplate {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Pixels; pictures only. */
  dimensions?: { width: number; height: number };
}

/** The pages and files of a kind of space. */
export interface SpaceTemplate {
  emoji: string;
  files: readonly FileTemplate[];
  pages: readonly PageTemplate[];
}
