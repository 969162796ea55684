import { filesOrigin } from './urls.ts';

/** What a PDF shows: all pages of a revision, one page with those below it, or, with `only`, one page. */
export interface PdfSelection {
  space: string;
  revision: string;
  page?: string | undefined;
  only?: boolean;
}

export function pdfUrl({ space, revision, page, only = false }: PdfSelection): string {
  const name = page === undefined ? 'content' : only ? `page-${page}` : `pages-${page}`;
  return `${filesOrigin}/pdf/${space}/${revision}/${name}.pdf`;
}

/** The selection of a PDF's path below `pdf/`; undefined for another path. */
export function pdfSelection(path: readonly string[]): PdfSelection | undefined {
  const [space, revision, file = '', ...rest] = path;
  const [, kind, page] = /^(content|page|pages)(?:-(\w+))?[.]pdf$/.exec(file) ?? [];
  if (space === undefined || revision === undefined || rest.length > 0 || kind === undefined) return undefined;
  if ((kind === 'content') !== (page === undefined)) return undefined;
  return { space, revision, page, only: kind === 'page' };
}
