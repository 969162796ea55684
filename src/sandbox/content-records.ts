import type { File, Page, Revision } from '../resources/contents/contract.ts';
import { publishedSpaceUrl } from './publishing.ts';
import type { ChangeRequestRow, RevisionRow, SpaceRow, StoredPage } from './records.ts';
import { pair, type Store } from './store.ts';
import { app } from './urls.ts';

/** A content that can be read: a space's, or a change request's. */
export interface Content {
  readonly space: SpaceRow;
  readonly changeRequest?: ChangeRequestRow;
  readonly revision: RevisionRow;
}

/** What a request wants to see of a content. All default to true, but `evaluated`. */
export interface ContentOptions {
  /** False leaves out what git says. */
  metadata?: boolean;
  /** False leaves out what is computed from elsewhere. */
  computed?: boolean;
  /** True puts values in the places of variables. */
  evaluated?: boolean;
  /** `document` leaves out the markdown. */
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
    files: files.map((file) => fileRecord(file, options)),
    reusableContents: reusableContents.map((reusable) => withoutGit(reusable, options)),
    variables,
    createdAt,
    ...(git === undefined || options.metadata === false ? {} : { git }),
    urls: { app: contentUrl(content), ...(published === undefined ? {} : { published, public: published }) },
    type: 'edits',
  };
}

/** The content's page tree. */
export function pageRecords(store: Store, content: Content, options: ContentOptions): Page[] {
  return content.revision.pages.map((page) => pageRecord(store, content, page, options));
}

export function pageRecord(store: Store, content: Content, page: StoredPage, options: ContentOptions): Page {
  const { pages, markdown, computed, computedSeed, ...facts } = withoutGit(page, options);
  const text = textOf(store, content, page, options);
  return {
    ...facts,
    ...(text === undefined ? {} : { markdown: text }),
    ...(computed === undefined ? {} : { computed }),
    ...(computedSeed === undefined || options.computed === false ? {} : { computedSeed }),
    urls: { app: `${contentUrl(content)}/${page.path}` },
    pages: pages.map((child) => pageRecord(store, content, child, options)),
  };
}

export const fileRecord = (file: File, options: ContentOptions): File => withoutGit(file, options);

function withoutGit<Item extends { git?: unknown }>(item: Item, { metadata = true }: ContentOptions): Item {
  if (metadata) return item;
  const { git: _, ...rest } = item;
  return rest as Item;
}

/** Where a content is edited. */
function contentUrl({ space, changeRequest }: Content): string {
  const url = app('o', space.organization, 's', space.id);
  return changeRequest === undefined ? url : `${url}/~/changes/${changeRequest.number}`;
}

function textOf(store: Store, content: Content, page: StoredPage, options: ContentOptions): string | undefined {
  if (options.format === 'document') return undefined;
  if (page.computed !== undefined && options.computed === false) return undefined;
  const text = page.computed === undefined ? page.markdown : computedText(store, content.space, page);
  return options.evaluated ? evaluate(text, { ...content.revision.variables, ...page.variables }) : text;
}

/** An expression without a value stays as it is, so that a reader sees what is missing. */
function evaluate(text: string, variables: Record<string, string>): string {
  return text.replace(/\{\{ *(\w+) *\}\}/g, (expression, name: string) => variables[name] ?? expression);
}

/** The endpoints of the specification that a page is computed from, below the page's own text. */
function computedText(store: Store, space: SpaceRow, page: StoredPage): string {
  const slug = page.computed?.dependencies?.spec?.ref?.spec ?? '';
  const spec = store.openapiSpecs.get(pair(space.organization, slug));
  const version = spec && store.openapiSpecVersions.by('spec', spec.id).at(-1);
  const endpoints = Object.values(version?.filesystem ?? {}).flatMap(endpointsOf);
  return [page.markdown, ...endpoints].join('\n\n');
}

/** One block for each endpoint of an OpenAPI document; nothing of any other JSON. */
function endpointsOf(document: unknown): string[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, { summary?: string }>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '' }]) => `## ${method.toUpperCase()} ${path}\n\n${summary}.`),
  );
}
