import type { ResultOf } from '../../engine/contract/operation.ts';
import type { Context } from '../../engine/data/context.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { objectsIn } from '../../engine/fields/contract-checks.ts';
import { connection } from '../../engine/fields/reads.ts';
import { toOneFrom, toParent } from '../../engine/fields/to-one.ts';
import { derived, fromOwner, fromRecord, property } from '../../engine/fields/values.ts';
import { keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  BrokenLinkStatsResolvers,
  ContentReferenceResolvers,
  ContentVersionContextResolvers,
  FileResolvers,
  LinkConnectionResolvers,
  LinkReferenceResolvers,
  LinkStatsResolvers,
  MutationResolvers,
  PageComputedResolvers,
  PageCoverResolvers,
  PageLayoutResolvers,
  PageMarkdownArgs,
  PageResolvers,
  ReusableContentResolvers,
  RevisionGitResolvers,
  RevisionResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestEntity } from '../change-requests/contract.ts';
import type { LinkStats as Stats } from '../links/contract.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { changeRequestContents } from './change-request-contents.ts';
import { FileEntity, type PageEntity } from './entities.ts';
import { byContent, type ContentOperations, contentsOf, ownerOf, pagesIn } from './fields.ts';
import { spaceContents } from './space-contents.ts';

export const Page = {
  content: toParent([SpaceEntity, ChangeRequestEntity], ownerOf),
  children: fromRecord(({ pages }, { key, source }) => pagesIn(key, pages, source)),
  markdown: derived(byContent('page').operations, markdownOf),
  isHidden: fromRecord(({ hidden }) => hidden),
  isNoIndex: fromRecord(({ noIndex }) => noIndex),
  isNoRobotsIndex: fromRecord(({ noRobotsIndex }) => noRobotsIndex),
  cover: fromRecord(({ cover }, { key }) => cover && { cover, content: ownerOf(key).key }),
  links: connection(
    byContent('pageLinks'),
    ({ key }, { status }) => ({ path: key, query: { status } }),
    (link) => link,
  ),
} satisfies PageResolvers;

export const PageCover = {
  file: toOneFrom(FileEntity, ({ cover: { ref }, content }) => ref?.file && { ...content, fileId: ref.file }),
  darkFile: toOneFrom(
    FileEntity,
    ({ cover: { refDark }, content }) => refDark?.file && { ...content, fileId: refDark.file },
  ),
  yPosition: ({ cover }) => cover.yPos,
} satisfies PageCoverResolvers;

export const PageComputed = {
  specSlug: ({ dependencies }) => dependencies?.spec?.ref?.spec,
} satisfies PageComputedResolvers;

export const PageLayout = {
  hasCover: property('cover'),
  hasTitle: property('title'),
  hasDescription: property('description'),
  hasTableOfContents: property('tableOfContents'),
  hasOutline: property('outline'),
  hasPagination: property('pagination'),
} satisfies PageLayoutResolvers;

export const File = {
  downloadUrl: fromRecord(({ downloadURL }) => downloadURL),
  content: toParent([SpaceEntity, ChangeRequestEntity], ownerOf),
  backlinks: connection(
    byContent('fileBacklinks'),
    ({ key }) => ({ path: key }),
    (reference) => reference,
  ),
} satisfies FileResolvers;

export const Revision = {
  // The content's owner knows the id of its revision, so that the content need not be read for it.
  restId: fromOwner([SpaceEntity, ChangeRequestEntity], ownerOf, {
    fromOwn: ({ id }) => id,
    fromOwner: ({ revision }) => revision,
  }),
  parentIds: fromRecord(({ parents }) => parents),
  pages: fromRecord(({ pages }, { key, source }) => pagesIn(key, pages, source)),
  files: fromRecord(({ files }, { key, source }) =>
    objectsIn(files, source, 'files')?.map((file) => Reference.of(FileEntity, key, file, source)),
  ),
} satisfies RevisionResolvers;

export const RevisionGit = {
  isCreatedByService: property('createdByService'),
} satisfies RevisionGitResolvers;

export const ReusableContent = {
  restId: ({ id }) => id,
  documentId: ({ document }) => document,
} satisfies ReusableContentResolvers;

export const LinkConnection = {
  stats: ({ envelope }) => (envelope as { stats?: Stats }).stats,
} satisfies LinkConnectionResolvers;

export const LinkStats = {
  totalCount: property('total'),
} satisfies LinkStatsResolvers;

export const BrokenLinkStats = {
  totalCount: property('total'),
  changeRequestCount: property('changeRequest'),
} satisfies BrokenLinkStatsResolvers;

export const LinkReference = {
  target: ({ targetReference }) => targetReference,
  locations: ({ locationReferences }) => locationReferences,
} satisfies LinkReferenceResolvers;

export const ContentReference = {
  organization: toOneFrom(OrganizationEntity, ({ organization }) => organization && { organizationId: organization }),
  space: toOneFrom(SpaceEntity, ({ space }) => space && { spaceId: space }),
  file: toOneFrom(FileEntity, ({ space, file }) => space && file && { spaceId: space, fileId: file }),
  details: (reference) => reference,
} satisfies ContentReferenceResolvers;

export const ContentVersionContext = {
  revisionId: property('revision'),
} satisfies ContentVersionContextResolvers;

export const Mutation = {
  importSpaceContent: action(
    spaceContents.import,
    ({ spaceId, url, source }) => ({ path: keyBelow(SpaceEntity, {}, spaceId), body: { url, source } }),
    ({ result, path }) => ({ space: Reference.to(SpaceEntity, path), ...imported(result) }),
  ),
  importChangeRequestContent: action(
    changeRequestContents.import,
    ({ changeRequestId, url, source }) => ({
      path: keyOf(ChangeRequestEntity, changeRequestId),
      body: { url, source },
    }),
    ({ result, path }) => ({ changeRequest: Reference.to(ChangeRequestEntity, path), ...imported(result) }),
  ),
} satisfies Pick<MutationResolvers, 'importSpaceContent' | 'importChangeRequestContent'>;

function imported({ revision, importedResources, totalResources }: ImportResult) {
  return { revisionId: revision, importedResourceCount: importedResources, totalResourceCount: totalResources };
}

type ImportResult = ResultOf<ContentOperations['import']>;

/** A page tree may come without its pages' text: it is then read from the page itself, as it is in another format. */
async function markdownOf(
  page: Reference<typeof PageEntity>,
  { format, evaluated }: Partial<PageMarkdownArgs>,
  { cache }: Context,
): Promise<string | undefined> {
  const operation = contentsOf(page.key).page;
  if (format == null && evaluated == null) {
    const { markdown } = await page.load(cache);
    // A page that was looked up has no other text in the requested form.
    if (markdown !== undefined || page.source === operation) return markdown;
  }
  const query = { format: format ?? undefined, evaluated: evaluated ?? undefined };
  return (await cache.read(operation, { path: page.key, query })).markdown;
}
