import { readsOf } from '../../engine/contract/entity.ts';
import type { ResultOf } from '../../engine/contract/operation.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import type { Context } from '../../engine/fields/context.ts';
import type { Field } from '../../engine/fields/field.ts';
import { connection, edgeFrom, keyEdge, loadedField, record } from '../../engine/fields/fields.ts';
import { keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  ContentReferenceResolvers,
  FileResolvers,
  LinkConnectionResolvers,
  LinkReferenceResolvers,
  MutationResolvers,
  PageComputedResolvers,
  PageCoverResolvers,
  PageMarkdownArgs,
  PageResolvers,
  ReusableContentResolvers,
  RevisionResolvers,
} from '../../generated/resolvers.ts';
import type { LinkStats } from '../links/contract.ts';
import { changeRequestContents } from './change-request-contents.ts';
import { byContent, type ContentOperations, ownerOf, pageIn } from './fields.ts';
import { spaceContents } from './space-contents.ts';

export const Page = {
  content: keyEdge(['Space', 'ChangeRequest'], ownerOf),
  children: loadedField((page, { pages }) => pages?.map((child) => pageIn(page.key, child, page.source))),
  markdown: byContent(markdownField),
  isHidden: record(({ hidden }) => hidden),
  cover: loadedField((page, { cover }) => cover && { cover, content: ownerOf(page.key).key }),
  links: byContent((contents) =>
    connection(
      contents.pageLinks,
      ({ key }, { status }) => ({ path: key, query: { status } }),
      (link) => link,
    ),
  ),
} satisfies PageResolvers;

export const PageCover = {
  ref: edgeFrom('File', ({ cover: { ref }, content }) => ref?.file && { ...content, fileId: ref.file }),
  refDark: edgeFrom('File', ({ cover: { refDark }, content }) => refDark?.file && { ...content, fileId: refDark.file }),
  yPos: ({ cover }) => cover.yPos,
} satisfies PageCoverResolvers;

export const PageComputed = {
  specSlug: ({ dependencies }) => dependencies?.spec?.ref?.spec,
} satisfies PageComputedResolvers;

export const File = {
  content: keyEdge(['Space', 'ChangeRequest'], ownerOf),
  backlinks: byContent((contents) =>
    connection(
      contents.fileBacklinks,
      ({ key }) => ({ path: key }),
      (reference) => reference,
    ),
  ),
} satisfies FileResolvers;

export const Revision = {
  restId: Object.assign(revisionId, {
    calls: [...readsOf('Space'), ...readsOf('ChangeRequest')],
    needs: 'key' as const,
    gives: 'owner' as const,
  }),
  parentIds: record(({ parents }) => parents),
  pages: loadedField((revision, { pages }) => pages?.map((page) => pageIn(revision.key, page, revision.source))),
  files: loadedField((revision, { files }) =>
    files?.map((file) => Reference.of('File', revision.key, file, revision.source)),
  ),
} satisfies RevisionResolvers;

export const ReusableContent = {
  restId: ({ id }) => id,
  documentId: ({ document }) => document,
} satisfies ReusableContentResolvers;

export const LinkConnection = {
  stats: ({ envelope }) => (envelope as { stats?: LinkStats }).stats,
} satisfies LinkConnectionResolvers;

export const LinkReference = {
  target: ({ targetReference }) => targetReference,
  locations: ({ locationReferences }) => locationReferences,
} satisfies LinkReferenceResolvers;

export const ContentReference = {
  organization: edgeFrom('Organization', ({ organization }) => organization && { organizationId: organization }),
  space: edgeFrom('Space', ({ space }) => space && { spaceId: space }),
  file: edgeFrom('File', ({ space, file }) => space && file && { spaceId: space, fileId: file }),
  details: (reference) => reference,
} satisfies ContentReferenceResolvers;

export const Mutation = {
  importSpaceContent: action(
    spaceContents.import,
    ({ spaceId, url, source }) => ({ path: keyBelow('Space', {}, spaceId), body: { url, source } }),
    ({ result, path }) => ({ space: Reference.to('Space', path), ...imported(result) }),
  ),
  importChangeRequestContent: action(
    changeRequestContents.import,
    ({ changeRequestId, url, source }) => ({ path: keyOf('ChangeRequest', changeRequestId), body: { url, source } }),
    ({ result, path }) => ({ changeRequest: Reference.to('ChangeRequest', path), ...imported(result) }),
  ),
} satisfies Pick<MutationResolvers, 'importSpaceContent' | 'importChangeRequestContent'>;

function imported({ revision, importedResources, totalResources }: ImportResult) {
  return { revisionId: revision, importedResourceCount: importedResources, totalResourceCount: totalResources };
}

type ImportResult = ResultOf<ContentOperations['import']>;

/** A page tree may come without its pages' text: it is then read from the page itself, as it is in another format. */
function markdownField(
  contents: ContentOperations,
): Field<Reference<'Page'>, Partial<PageMarkdownArgs>, string | undefined> {
  const resolve = async (
    page: Reference<'Page'>,
    { format, evaluated }: Partial<PageMarkdownArgs>,
    { loaders }: Context,
  ) => {
    if (format == null && evaluated == null) {
      const { markdown } = await page.load(loaders);
      // A page that was looked up has no other text in the form that was asked for.
      if (markdown !== undefined || page.source === contents.page) return markdown;
    }
    const query = { format: format ?? undefined, evaluated: evaluated ?? undefined };
    return (await loaders.read(contents.page, { path: page.key, query })).markdown;
  };
  return Object.assign(resolve, { calls: [contents.page], gives: 'answer' as const });
}

/** The content's owner knows the id of its revision, so that the content need not be read for it. */
function revisionId(revision: Reference<'Revision'>, _: object, { loaders }: Context): string | Promise<string> {
  return (
    revision.record?.id ??
    ownerOf(revision.key)
      .load(loaders)
      .then((owner) => owner.revision)
  );
}
