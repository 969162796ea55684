import type { File, Page, Revision } from '../../../src/resources/contents/contract.ts';
import type { ContentKey } from '../../../src/resources/contents/parent-types.ts';
import type { ContentReference, LinkReference, LinkStats } from '../../../src/resources/links/contract.ts';
import { enumName, globalIdOf } from '../execution/expectations.ts';
import { renamed } from './renames.ts';

export type { ContentKey };

/** The depth of the seed's page trees. */
const levels = 4;

/** Every field of a page with its children, down to the seed's depth. */
export function pageSelection({ git = true, deep = levels } = {}): string {
  const children = deep > 1 ? `children ${pageSelection({ git, deep: deep - 1 })}` : '';
  return `{
    id restId title emoji icon description type slug path createdAt updatedAt markdown documentId
    ${git ? 'git { oid path }' : ''}
    layout { hasCover hasTitle hasDescription hasTableOfContents hasOutline hasPagination coverSize }
    cover { file { restId } darkFile { restId } yPosition }
    variables isHidden isExcludedFromIndex isExcludedFromRobotsIndex computed { type specSlug props } computedSeed urls { app }
    ${children}
  }`;
}

/** The expected page in GraphQL for a REST page. */
export function expectedPage(key: ContentKey, page: Page): Record<string, unknown> {
  const { id, pages, hidden, cover, computed, ...same } = page;
  const file = (ref: { file?: string | undefined } | undefined) => ref?.file && { restId: ref.file };
  return {
    ...renamed(same),
    id: globalIdOf('Page', ...Object.values(key), id),
    restId: id,
    isHidden: hidden,
    cover: cover && { file: file(cover.ref), darkFile: file(cover.refDark), yPosition: cover.yPos },
    computed: computed && {
      type: computed.type,
      specSlug: computed.dependencies?.spec?.ref?.spec,
      props: computed.props,
    },
    children: pages?.map((child) => expectedPage(key, child)),
  };
}

export const fileSelection =
  '{ id restId name contentType downloadUrl size dimensions { width height } git { oid path } }';

export function expectedFile(key: ContentKey, { id, ...same }: File) {
  return { ...renamed(same), id: globalIdOf('File', ...Object.values(key), id), restId: id };
}

export const revisionSelection = `{
  restId parentIds variables createdAt type git { oid message isCreatedByService url ref }
  urls { app published public } reusableContents { restId title documentId git { oid path } }
  files ${fileSelection} pages ${pageSelection()}
}`;

export function expectedRevision(key: ContentKey, { object: _, ...revision }: Revision) {
  const { id, parents, pages, files, reusableContents, ...same } = revision;
  return {
    ...renamed(same),
    restId: id,
    parentIds: parents,
    pages: pages?.map((page) => expectedPage(key, page)),
    files: files?.map((file) => expectedFile(key, file)),
    reusableContents: reusableContents?.map(({ id: restId, document, ...rest }) => ({
      ...rest,
      restId,
      documentId: document,
    })),
  };
}

export const referenceSelection =
  '{ kind organization { restId } space { restId } file { restId } versionContext { type revisionId } details }';

/** The expected reference in GraphQL: records from the REST ids, and everything else in `details`. */
export function expectedReference(reference: ContentReference = {}) {
  const { kind, organization, space, file, versionContext } = reference;
  const edge = (id: string | undefined) => (id === undefined ? null : { restId: id });
  return {
    kind,
    organization: edge(organization),
    space: edge(space),
    file: edge(file),
    versionContext: versionContext ? { type: versionContext.type, revisionId: versionContext.revision } : null,
    details: reference,
  };
}

/** The expected statistics in GraphQL for those of a REST listing. */
export function expectedStats({ total, broken }: LinkStats = {}) {
  return {
    totalCount: total,
    broken: broken && { totalCount: broken.total, changeRequestCount: broken.changeRequest },
  };
}

export const linkSelection = `{ status relation target ${referenceSelection} locations ${referenceSelection} }`;

export function expectedLink({ status, relation, targetReference, locationReferences }: LinkReference) {
  return {
    status: enumName(status),
    relation,
    target: expectedReference(targetReference),
    locations: locationReferences?.map(expectedReference),
  };
}

/** A page tree as a flat list, parents before their children. */
export function flat(pages: readonly Page[], depth = 0, parent?: Page): { page: Page; depth: number; parent?: Page }[] {
  return pages.flatMap((page) => [
    { page, depth, ...(parent && { parent }) },
    ...flat(page.pages ?? [], depth + 1, page),
  ]);
}
