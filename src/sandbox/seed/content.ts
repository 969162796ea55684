import type { File } from '../../resources/contents/contract.ts';
import { slugOf } from '../plain-text.ts';
import type { RevisionRow, StoredPage } from '../rows.ts';
import type { CompanySeed, SpaceSeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import { library } from './library/index.ts';
import type { FileTemplate, PageTemplate } from './library/template.ts';

/** The part of the company, and the space's neighbour, that its content refers to. */
export interface ContentPlan {
  company: CompanySeed;
  space: SpaceSeed;
  /** When the space was created. */
  createdAt: string;
  /** Working days since then, and since the last edit before the change requests. */
  age: number;
  editedAge: number;
  /** The id of the space that `space:next` refers to. */
  nextSpace: string;
}

/** The ids that the symbolic links of a space's pages resolve to. */
interface Targets {
  page: (slug: string) => string;
  files: Map<string, string>;
  nextSpace: string;
}

/** Creates the first revision of a space, with the pages and files of its kind. `seed` is the scope of the space. */
export function firstRevision(seed: Seed, plan: ContentPlan): RevisionRow {
  const { company, space } = plan;
  const template = library[space.kind];
  const files = filesOf(seed, template.files);
  const slugs = new Set(pageSlugs(space.kind));
  const targets: Targets = {
    page: (slug) => {
      if (!slugs.has(slug)) throw new Error(`The library links to "${slug}", which is not in the same space`);
      return pageId(seed, slug);
    },
    files: new Map(files.map((file) => [file.name ?? '', file.id])),
    nextSpace: plan.nextSpace,
  };
  const own = seed.scope('revision');
  return {
    id: own.newId(),
    parents: [],
    pages: template.pages.map((page) => storedPage(seed, { ...plan, files, targets }, page, '')),
    files,
    reusableContents: [reusable(own, company)],
    variables: { version: company.version, support_email: `support@${company.domain}` },
    createdAt: own.ago(plan.editedAge),
    git: gitCommit(own, space, `Import ${space.title}`, true),
  };
}

/** The id of a space's page. `seed` is the scope of the space. */
export const pageId = (seed: Seed, slug: string): string => seed.scope(`page ${slug}`).newId();

/** The slugs of the pages of a kind of space, in reading order. */
export const pageSlugs = (kind: SpaceSeed['kind']): string[] => pagesOf(kind).map(({ slug }) => slug);

/** The pages of a kind of space, in reading order, without those whose content is computed. */
export function pagesOf(kind: SpaceSeed['kind']): readonly { slug: string; title: string }[] {
  const pages = flatten(library[kind].pages);
  return pages.map((page) => ({ slug: templateSlug(page), title: page.title }));
}

interface PagePlan extends ContentPlan {
  files: readonly File[];
  targets: Targets;
}

function storedPage(seed: Seed, plan: PagePlan, from: PageTemplate, parent: string): StoredPage {
  const { company, space, createdAt, age, editedAge, files, targets } = plan;
  const slug = templateSlug(from) || slugOf(space.title);
  const path = parent === '' ? slug : `${parent}/${slug}`;
  const own = seed.scope(`page ${templateSlug(from)}`);
  const id = own.newId();
  const fill = (text: string) =>
    resolveLinks(
      text.replaceAll('%product%', seed.titled(space.title)).replaceAll('%domain%', company.domain),
      targets,
    );
  return {
    ...pageFields(own, company, from, files),
    id,
    title: fill(from.title),
    ...(from.description && { description: fill(from.description) }),
    markdown: fill(from.markdown),
    createdAt,
    updatedAt: own.ago(editedAge + 1 + own.random.below(age - editedAge - 1)),
    slug,
    path,
    ...(from.variables && { variables: from.variables }),
    ...(from.hidden && { hidden: true }),
    ...(from.noIndex && { noIndex: true, noRobotsIndex: true }),
    git: { oid: oid(own), path: `${path}.md` },
    pages: (from.pages ?? []).map((child) => storedPage(seed, plan, child, path)),
  };
}

/** The files of a space; those of the first copy's spaces are repeated by the scale. */
function filesOf(seed: Seed, templates: readonly FileTemplate[]): File[] {
  const copies = seed.copy === 0 ? seed.scale : 1;
  return Array.from({ length: copies }, (_, copy) =>
    templates.map((file) => {
      const name = copy === 0 ? file.name : file.name.replace(/(\.\w+)$/, `-${copy + 1}$1`);
      return storedFile(seed.scope(`file ${name}`), { ...file, name });
    }),
  ).flat();
}

/** The commit of a revision. Only a space that is synchronized with a repository has a URL and a ref. */
export function gitCommit(seed: Seed, space: SpaceSeed, message: string, createdByService: boolean) {
  const id = oid(seed);
  const { repository } = space;
  const remote = repository && { url: `https://github.com/${repository}/commit/${id}`, ref: 'refs/heads/main' };
  return { oid: id, message, createdByService, ...remote };
}

/** A page's fields other than its texts and its path. */
function pageFields(seed: Seed, company: CompanySeed, from: PageTemplate, files: readonly File[]) {
  return {
    ...(from.emoji && { emoji: from.emoji }),
    ...(from.icon && { icon: from.icon }),
    type: 'document',
    documentId: seed.newId(),
    layout: layoutOf(from),
    ...coverOf(from, files),
    ...(from.computed && computedFrom(seed, company)),
  };
}

const flatten = (pages: readonly PageTemplate[]): PageTemplate[] =>
  pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);

const templateSlugs = new WeakMap<PageTemplate, string>();

/** The slug of a page, which is the same in all spaces of a kind. */
function templateSlug(page: PageTemplate): string {
  const known = templateSlugs.get(page);
  if (known !== undefined) return known;
  const slug = slugOf(plain(page.title));
  templateSlugs.set(page, slug);
  return slug;
}

/** A title without the product's name, so that pages have the same path in every space of a kind. */
const plain = (title: string) => title.replaceAll('%product%', '').trim();

function storedFile(seed: Seed, file: FileTemplate): File {
  const id = seed.newId();
  return {
    id,
    ...file,
    git: { oid: oid(seed), path: `.assets/${file.name}` },
  };
}

function resolveLinks(text: string, { page, files, nextSpace }: Targets): string {
  return text.replace(/\(\/(page|file|space|gone):([^)\s]+)\)/g, (_, kind: string, name: string) => {
    if (kind === 'page') return `(/pages/${page(name)})`;
    if (kind === 'file') return `(/files/${fileIdOf(files, name)})`;
    return kind === 'space' ? `(/spaces/${nextSpace})` : `(/pages/${name})`;
  });
}

function fileIdOf(files: Map<string, string>, name: string): string {
  const id = files.get(name);
  if (id === undefined) throw new Error(`The library links to the file "${name}", which is not in the same space`);
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
    id: seed.newId(),
    title: 'Where to get help',
    document: `Write to support@${company.domain}; somebody answers within one working day.`,
    git: { oid: oid(seed), path: '.includes/help.md' },
  };
}

/** A random git object id. */
function oid({ random }: Seed): string {
  let id = '';
  for (let part = 0; part < 5; part++)
    id += random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return id;
}
