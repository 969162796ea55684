/**
 * A page as the library writes it. `%product%` stands for the product's name. Links are symbolic: `page:<slug>` to a page
 * of the same space, `file:<name>` to one of its files, `space:next` to a neighbouring space; `gone:<any>` points to a
 * page that was deleted, so it is broken. `{{ name }}` is a variable that the platform evaluates.
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
}

export interface FileTemplate {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Pixels, of a picture. */
  dimensions?: { width: number; height: number };
}

/** Everything that a kind of space is seeded with. */
export interface SpaceTemplate {
  emoji: string;
  files: readonly FileTemplate[];
  pages: readonly PageTemplate[];
}
