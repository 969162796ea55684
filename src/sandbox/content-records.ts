import type { File, Page, Revision } from '../resources/contents/contract.ts';
import { endpointTexts } from './openapi-endpoints.ts';
import { publicUrls, publishedSpaceUrl } from './publishing.ts';
import type { ChangeRequestRow, OpenapiSpecVersionRow, RevisionRow, SpaceRow, StoredPage } from './rows.ts';
import { pair, type Store } from './store.ts';
import { appUrl, filesOrigin } from './urls.ts';

/** The content of a space, or of a change request. */
export interface Content {
  readonly space: SpaceRow;
  readonly changeRequest?: ChangeRequestRow;
  readonly revision: RevisionRow;
}

/** The query parameters that select parts of a content. `metadata` and `computed` default to true, `evaluated` to false. */
export interface ContentOptions {
  /** False omits git metadata. */
  metadata?: boolean;
  /** False omits computed content. */
  computed?: boolean;
  /** True replaces variables by their values. */
  evaluated?: boolean;
  /** `document` omits the markdown. */
  format?: 'markdown' | 'document';
}

export function revisionRecord(store: Store, content: Content, options: ContentOptions): Revision {
  const { space, revision } = content;
  const { id, parents, files, reusableContents = [], variables = {}, createdAt, git } = revision;
  const published = content.changeRequest ? undefined : publishedSpaceUrl(store, space.id);
  return {
    object: 'revision',
    id,
    parents: [...parents],
    pages: pageRecords(store, content, options),
    files: files.map((file) => fileRecord(content, file, options)),
    reusableContents: reusableContents.map((reusable) => withoutGit(reusable, options)),
    variables,
    createdAt,
    git: options.metadata === false ? undefined : git,
    urls: { app: contentUrl(content), ...publicUrls(space, published) },
    type: 'edits',
  };
}

export function pageRecords(store: Store, content: Content, options: ContentOptions): Page[] {
  return content.revision.pages.map((page) => pageRecord(store, content, page, options));
}

export function pageRecord(store: Store, content: Content, page: StoredPage, options: ContentOptions): Page {
  const { pages, markdown, computed, computedSeed, ...fields } = withoutGit(page, options);
  const text = options.format === 'document' ? undefined : pageText(store, content, page, options);
  return {
    ...fields,
    markdown: text,
    computed,
    computedSeed: options.computed === false ? undefined : computedSeed,
    urls: { app: `${contentUrl(content)}/${page.path}` },
    pages: pages.map((child) => pageRecord(store, content, child, options)),
  };
}

export const fileRecord = (content: Content, file: File, options: ContentOptions): File => ({
  ...withoutGit(file, options),
  downloadURL: fileUrl(content.space, file),
});

export function fileUrl(space: SpaceRow, { id, name = 'file' }: File): string {
  return `${filesOrigin}/${space.id}/${id}/${encodeURIComponent(name)}`;
}

function withoutGit<Item extends { git?: unknown }>(item: Item, { metadata = true }: ContentOptions): Item {
  if (metadata) return item;
  const { git: _, ...rest } = item;
  return rest as Item;
}

function contentUrl({ space, changeRequest }: Content): string {
  const url = appUrl('o', space.organization, 's', space.id);
  return changeRequest === undefined ? url : `${url}/~/changes/${changeRequest.number}`;
}

/** A page's Markdown with the requested parts; undefined if it is computed and `computed` is false. */
export function pageText(
  store: Store,
  content: Content,
  page: StoredPage,
  options: ContentOptions,
): string | undefined {
  if (page.computed !== undefined && options.computed === false) return undefined;
  const text = page.computed === undefined ? page.markdown : computedText(store, content.space, page);
  return options.evaluated ? evaluate(text, { ...content.revision.variables, ...page.variables }) : text;
}

/** An expression without a value is kept, so that a reader sees which variable is missing. */
function evaluate(text: string, variables: Record<string, string>): string {
  const values = new Map(Object.entries(variables));
  return text.replace(/\{\{ *(\w+) *\}\}/g, (expression, name: string) => values.get(name) ?? expression);
}

/** The page's own text, followed by the endpoints of the specification that it is computed from. */
function computedText(store: Store, space: SpaceRow, page: StoredPage): string {
  const slug = page.computed?.dependencies?.spec?.ref?.spec ?? '';
  const endpoints = Object.values(latestSpecVersion(store, space, slug)?.filesystem ?? {}).flatMap(endpointTexts);
  return [page.markdown, ...endpoints].join('\n\n');
}

/** The latest version of a specification that pages of a space are computed from. */
export function latestSpecVersion(
  store: Store,
  { organization }: SpaceRow,
  slug: string,
): OpenapiSpecVersionRow | undefined {
  store.openapiSpecs.load('organization', organization);
  const spec = store.openapiSpecs.get(pair(organization, slug));
  return spec && store.openapiSpecVersions.by('spec', spec.id).at(-1);
}
