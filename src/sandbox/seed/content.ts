import type { File } from '../../resources/contents/contract.ts';
import type { RevisionRow, StoredPage } from '../rows.ts';
import { slugOf } from '../search.ts';
import { filesOrigin } from '../urls.ts';
import type { CompanySeed, SpaceSeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import { library } from './library/index.ts';
import type { FileTemplate, PageTemplate } from './library/template.ts';

/** The ids that the symbolic links of a space's pages resolve to. */
interface Targets {
  pages: Map<string, string>;
  files: Map<string, string>;
  /** The id of the space that `space:next` refers to. */
  nextSpace: string;
}

/** Creates the first revision of a space, with the pages and files of its kind. */
export function seedContent(seed: Seed, company: CompanySeed, space: SpaceSeed, nextSpace: string): RevisionRow {
  const { store } = seed;
  const template = library[space.kind];
  const createdAt = seed.ago(300 + seed.random.below(60));
  const files = template.files.map((file): File => storedFile(seed, file));
  const targets: Targets = {
    pages: new Map(flatten(template.pages).map((page) => [slugOf(plain(page.title)), store.newId()])),
    files: new Map(files.map((file) => [file.name ?? '', file.id])),
    nextSpace,
  };
  const fill = (text: string) =>
    resolveLinks(
      text.replaceAll('%product%', seed.titled(space.title)).replaceAll('%domain%', company.domain),
      targets,
    );
  const page = (from: PageTemplate, parent: string): StoredPage => {
    const slug = slugOf(plain(from.title)) || slugOf(space.title);
    const path = parent === '' ? slug : `${parent}/${slug}`;
    return {
      ...pageFields(seed, company, from, files),
      id: targetOf(targets.pages, slugOf(plain(from.title))),
      title: fill(from.title),
      ...(from.description && { description: fill(from.description) }),
      markdown: fill(from.markdown),
      createdAt,
      slug,
      path,
      git: { oid: oid(seed), path: `${path}.md` },
      pages: (from.pages ?? []).map((child) => page(child, path)),
    };
  };
  return store.revisions.insert({
    id: store.newId(),
    parents: [],
    pages: template.pages.map((top) => page(top, '')),
    files,
    reusableContents: [reusable(seed, company)],
    variables: { version: company.version, support_email: `support@${company.domain}` },
    createdAt,
    git: { oid: oid(seed), message: `Import ${space.title}`, createdByService: true },
  });
}

/** A page's fields other than its texts and its path. */
function pageFields(seed: Seed, company: CompanySeed, from: PageTemplate, files: readonly File[]) {
  return {
    ...(from.emoji && { emoji: from.emoji }),
    ...(from.icon && { icon: from.icon }),
    updatedAt: seed.ago(5 + seed.random.below(200)),
    type: 'document',
    documentId: seed.store.newId(),
    layout: layoutOf(from),
    ...coverOf(from, files),
    ...(from.computed && computedFrom(seed, company)),
  };
}

const flatten = (pages: readonly PageTemplate[]): PageTemplate[] =>
  pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);

/** A title without the product's name, so that pages have the same path in every space of a kind. */
const plain = (title: string) => title.replaceAll('%product%', '').trim();

function storedFile(seed: Seed, file: FileTemplate): File {
  const id = seed.store.newId();
  return {
    id,
    ...file,
    downloadURL: `${filesOrigin}/${id}/${file.name}`,
    git: { oid: oid(seed), path: `.assets/${file.name}` },
  };
}

function resolveLinks(text: string, { pages, files, nextSpace }: Targets): string {
  return text.replace(/\(\/(page|file|space|gone):([^)\s]+)\)/g, (_, kind: string, name: string) => {
    if (kind === 'page') return `(/pages/${targetOf(pages, name)})`;
    if (kind === 'file') return `(/files/${targetOf(files, name)})`;
    return kind === 'space' ? `(/spaces/${nextSpace})` : `(/pages/${name})`;
  });
}

function targetOf(targets: Map<string, string>, name: string): string {
  const id = targets.get(name);
  if (id === undefined) throw new Error(`The library links to "${name}", which is not in the same space`);
  return id;
}

function layoutOf(page: PageTemplate): StoredPage['layout'] {
  const section = (page.pages?.length ?? 0) > 0;
  return { cover: false, title: true, description: true, tableOfContents: true, outline: !section, pagination: true };
}

/** The first page of a space has the first picture as its cover. */
function coverOf(page: PageTemplate, files: readonly File[]): Partial<StoredPage> {
  const picture = files.find((file) => file.contentType?.startsWith('image/'));
  if (picture === undefined || !page.title.includes('%product%')) return {};
  const ref = { kind: 'file', file: picture.id };
  return { cover: { ref, refDark: ref, yPos: 0 }, layout: { ...layoutOf(page), cover: true, coverSize: 'hero' } };
}

function computedFrom(seed: Seed, company: CompanySeed): Partial<StoredPage> {
  const spec = seed.slugged(company.specs[0] ?? 'api');
  return {
    computed: {
      type: 'builtin:openapi',
      dependencies: { spec: { ref: { kind: 'openapi', spec } } },
      props: { doc: `/openapi/${spec}` },
    },
    computedSeed: oid(seed).slice(0, 16),
  };
}

function reusable(seed: Seed, company: CompanySeed) {
  return {
    id: seed.store.newId(),
    title: 'Where to get help',
    document: `Write to support@${company.domain}; somebody answers within one working day.`,
    git: { oid: oid(seed), path: '.includes/help.md' },
  };
}

/** A random git object id. */
export function oid({ random }: Seed): string {
  return Array.from({ length: 40 }, () => random.below(16).toString(16)).join('');
}
