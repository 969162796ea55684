import type { ResultOf } from '../../engine/contract/endpoint.ts';
import type { Key } from '../../engine/contract/entity.ts';
import type { Context } from '../../engine/data/context.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection } from '../../engine/fields/connection.ts';
import { objectsIn } from '../../engine/fields/contract-checks.ts';
import { derived } from '../../engine/fields/derived.ts';
import { fromOwner } from '../../engine/fields/owner.ts';
import { property } from '../../engine/fields/property.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import type { EndpointChoice } from '../../engine/fields/request.ts';
import { toEitherParent, toOneFrom } from '../../engine/fields/to-one.ts';
import { read } from '../../engine/fields/value.ts';
import { keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  BrokenLinkStatsResolvers,
  ContentReferenceResolvers,
  ContentsMutationResolvers,
  ContentVersionContextResolvers,
  FileResolvers,
  LinkConnectionResolvers,
  LinkResolvers,
  LinkStatsResolvers,
  PageCommentsArgs,
  PageComputedResolvers,
  PageCoverResolvers,
  PageLayoutResolvers,
  PageMarkdownArgs,
  PageParentArgs,
  PageResolvers,
  ReusableContentResolvers,
  RevisionGitResolvers,
  RevisionResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestCommentEntity, changeRequestComments } from '../change-request-comments/contract.ts';
import { ChangeRequestEntity } from '../change-requests/contract.ts';
import type { Comment } from '../comments/contract.ts';
import { commentQuery } from '../comments/fields.ts';
import type { ContentReference as Referred, LinkStats as Stats } from '../links/contract.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { ofParent } from '../shared/requests.ts';
import { SpaceCommentEntity, spaceComments } from '../space-comments/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { changeRequestContents } from './change-request-contents.ts';
import { FileEntity, type PageEntity } from './entities.ts';
import {
  byContent,
  type ContentOperations,
  contentsOf,
  formOf,
  linkIn,
  ownerOf,
  ownerOfRevision,
  pagesIn,
  referenceIn,
} from './fields.ts';
import { pagesAbove } from './page-tree.ts';
import type { ContentKey, ReferenceInContent } from './parent-types.ts';
import { spaceContents } from './space-contents.ts';

/** The lists of comments on spaces and on change requests: their paths differ. */
type CommentList = Omit<typeof spaceComments.list, 'id' | 'path'> & { readonly id: string; readonly path: string };

const commentLists: EndpointChoice<CommentList, Reference<typeof PageEntity>> = {
  endpoints: [spaceComments.list, changeRequestComments.list],
  choose: ({ key }) => ('changeRequestId' in key ? changeRequestComments.list : spaceComments.list),
};

export const Page = {
  content: toEitherParent([SpaceEntity, ChangeRequestEntity], ownerOf),
  children: fromRecord(({ pages }, page) => pagesIn(page.key, pages, page.source, formOf(page))),
  markdown: derived(byContent('page').endpoints, markdownOf),
  isHidden: fromRecord(({ hidden }) => hidden),
  isExcludedFromIndex: fromRecord(({ noIndex }) => noIndex),
  isExcludedFromRobotsIndex: fromRecord(({ noRobotsIndex }) => noRobotsIndex),
  cover: fromRecord(({ cover }, { key }) => cover && { cover, content: ownerOf(key).key }),
  parent: read(byContent('pages'), treeOf, (tree, page, form) => pagesAbove(page, tree, form).at(-1) ?? null, {
    isBeside: true,
  }),
  breadcrumb: read(byContent('pages'), treeOf, (tree, page, form) => pagesAbove(page, tree, form), { isBeside: true }),
  // The service lists comments on any id, so that they do not show that the page exists.
  comments: connection(
    commentLists,
    ({ key }: Reference<typeof PageEntity>, filters: PageCommentsArgs) => {
      const path = ownerOf(key).key;
      return { path, query: commentQuery({ ...filters, targetPageId: key.pageId }, path) };
    },
    commentAt,
    { place: 'beside' },
  ),
  links: connection(byContent('pageLinks'), ({ key }, { status }) => ({ path: key, query: { status } }), linkIn),
} satisfies PageResolvers;

function treeOf({ key }: Reference<typeof PageEntity>, { computed }: Partial<PageParentArgs>) {
  return { path: ownerOf(key).key, query: { computed } };
}

function commentAt(comment: Comment, path: Key) {
  return 'changeRequestId' in path
    ? Reference.of(ChangeRequestCommentEntity, path, comment, changeRequestComments.list)
    : Reference.of(SpaceCommentEntity, path, comment, spaceComments.list);
}

export const PageCover = {
  file: toOneFrom(FileEntity, ({ cover: { ref }, content }) => ref?.file && { ...content, fileId: ref.file }, {
    isBesideParent: true,
  }),
  darkFile: toOneFrom(
    FileEntity,
    ({ cover: { refDark }, content }) => refDark?.file && { ...content, fileId: refDark.file },
    { isBesideParent: true },
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
  content: toEitherParent([SpaceEntity, ChangeRequestEntity], ownerOf),
  backlinks: connection(byContent('fileBacklinks'), ofParent, referenceIn),
} satisfies FileResolvers;

export const Revision = {
  // The content's owner knows the id of its revision, so that the content need not be read for it.
  restId: fromOwner([SpaceEntity, ChangeRequestEntity], ownerOfRevision, {
    fromOwn: ({ id }) => id,
    fromOwner: ({ revision }) => revision,
  }),
  parentIds: fromRecord(({ parents }) => parents),
  pages: fromRecord(({ pages }, revision) => pagesIn(revision.key, pages, revision.source, formOf(revision))),
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

export const Link = {
  target: ({ targetReference: target, content }) => target && referencesIn([target], content, 'targetReference')?.[0],
  locations: ({ locationReferences, content }) => referencesIn(locationReferences, content, 'locationReferences'),
} satisfies LinkResolvers;

/** The references of a part of a link; undefined where it has none. Throws UPSTREAM_CONTRACT for what is no list of objects. */
function referencesIn(found: readonly Referred[] | undefined, content: ContentKey, field: string) {
  return objectsIn(found, undefined, field)?.map((reference) => ({ reference, content }));
}

export const ContentReference = {
  kind: ({ reference }) => reference.kind,
  organization: toOneFrom(
    OrganizationEntity,
    ({ reference: { organization } }) => organization && { organizationId: organization },
  ),
  space: toOneFrom(SpaceEntity, ({ reference: { space } }) => space && { spaceId: space }, { isOptional: true }),
  file: toOneFrom(FileEntity, referredFile, { isOptional: true }),
  versionContext: ({ reference }) => reference.versionContext,
  details: ({ reference }) => reference,
} satisfies ContentReferenceResolvers;

/** The key of the file that a reference names: in the content of the reference, or in the main content of another space. */
function referredFile({ reference: { space, file }, content }: ReferenceInContent) {
  if (!space || !file) return null;
  return space === content.spaceId ? { ...content, fileId: file } : { spaceId: space, fileId: file };
}

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
} satisfies ContentsMutationResolvers;

function imported({ revision, importedResources, totalResources }: ImportResult) {
  return { revisionId: revision, importedResourceCount: importedResources, totalResourceCount: totalResources };
}

type ImportResult = ResultOf<ContentOperations['import']>;

/**
 * A page that came with a record, as in a tree, may have come without its text: it is then read from the page itself, as
 * evaluated text is. Where that record was read without computed content, no text is computed either.
 */
async function markdownOf(
  page: Reference<typeof PageEntity>,
  { evaluated }: Partial<PageMarkdownArgs>,
  { cache }: Context,
): Promise<string | undefined> {
  const { markdown, computed: isComputedFrom } = await page.load(cache);
  if (evaluated == null && (markdown !== undefined || !page.cameWithRecord)) return markdown;
  const { computed } = formOf(page);
  if (computed === false && isComputedFrom !== undefined) return undefined;
  const query = { evaluated: evaluated ?? undefined, computed };
  return (await cache.read(contentsOf(page.key).page, { path: page.key, query })).markdown;
}
