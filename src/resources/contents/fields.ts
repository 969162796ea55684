import type { Endpoint } from '../../engine/contract/endpoint.ts';
import type { Key, KeyOf } from '../../engine/contract/entity.ts';
import { Reference } from '../../engine/data/reference.ts';
import { contractBroken } from '../../engine/engine.ts';
import { connection } from '../../engine/fields/connection.ts';
import { objectsIn } from '../../engine/fields/contract-checks.ts';
import { lookup, lookupBy, referenceTo } from '../../engine/fields/lookup.ts';
import type { EndpointChoice } from '../../engine/fields/request.ts';
import { toChild } from '../../engine/fields/to-one.ts';
import { read } from '../../engine/fields/value.ts';
import type { ConnectionArguments } from '../../engine/relay/connection.ts';
import { keyBelow } from '../../engine/relay/global-id.ts';
import type { IdArgument } from '../../engine/relay/input-id.ts';
import type { ContentPageArgs } from '../../generated/resolvers.ts';
import { ChangeRequestEntity } from '../change-requests/contract.ts';
import type { ContentReference, LinkReference } from '../links/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { changeRequestContents } from './change-request-contents.ts';
import type { contentOperations, Page } from './contract.ts';
import { FileEntity, PageEntity, RevisionEntity } from './entities.ts';
import type { ContentKey, LinkInContent, ListedPage, ReferenceInContent } from './parent-types.ts';
import { spaceContents } from './space-contents.ts';

/** The operations that spaces and change requests share; their paths differ in the base. */
export type ContentOperations = {
  readonly [Name in keyof Drafts]: Drafts[Name] & Pick<Endpoint, 'id' | 'contract'>;
};
type Drafts = ReturnType<typeof contentOperations<string>>;

type Owner = Reference<typeof SpaceEntity> | Reference<typeof ChangeRequestEntity>;
/** The form of a content: without what is computed, where `computed` is false. */
export interface Computed {
  readonly computed?: boolean | null | undefined;
}

/** The fields of the `Content` interface, over a space's or a change request's content. */
export function contentFields<Parent extends Owner>(contents: ContentOperations) {
  const ofTree = ({ key }: Parent, { computed }: Computed) => ({ path: key, query: { computed } });
  return {
    // Its id is in the owner's record: only the content itself costs a call.
    revision: toChild(contents.get, RevisionEntity, (owner: Parent, { computed }: Computed) => {
      const revision = referenceTo(RevisionEntity, contents.get, owner.key, { computed });
      revisionOwners.set(revision, owner);
      return inForm(revision, { computed });
    }),
    pages: read(contents.pages, ofTree, ({ pages }, { key }, form) => pagesIn(key, pages, contents.pages, form)),
    pageList: read(contents.pages, ofTree, ({ pages }, { key }, form) => flatten(pages, key, contents.pages, form)),
    page: lookupBy(
      contents.page,
      PageEntity,
      ({ key }: Parent, { id, format, evaluated, computed }: ContentPageArgs) => {
        const query = { format, evaluated, computed };
        return inForm(referenceTo(PageEntity, contents.page, keyBelow(PageEntity, key, id), query), query);
      },
    ),
    files: connection(
      contents.files,
      ({ key }: Parent, { computed }: ConnectionArguments & Computed) => ({ path: key, query: { computed } }),
      FileEntity,
    ),
    file: lookup(
      contents.file,
      ({ key }: Parent, { id, computed }: { id: IdArgument } & Computed) => ({
        path: keyBelow(FileEntity, key, id),
        query: { computed },
      }),
      FileEntity,
    ),
  };
}

/** What revisions were reached from: its record may have come with a list or a payload, or by a share key. */
const revisionOwners = new WeakMap<Reference, Owner>();

/** The space or the change request of a revision. */
export function ownerOfRevision(revision: Reference<typeof RevisionEntity>): Owner {
  return revisionOwners.get(revision) ?? ownerOf(revision.key);
}

/** The revisions and pages that are read without what is computed. */
const uncomputed = new WeakSet<Reference>();

/** A reference to what is read in a form. */
export function inForm<R extends Reference>(reference: R, { computed }: Computed): R {
  if (computed === false) uncomputed.add(reference);
  return reference;
}

/** The form in which a revision or a page is read. */
export function formOf(reference: Reference): { readonly computed?: false } {
  return uncomputed.has(reference) ? { computed: false } : {};
}

/** An operation on a page or a file, which depends on whether that is in a space or in a change request. */
export function byContent<Name extends keyof ContentOperations, Parent extends Reference>(
  name: Name,
): EndpointChoice<ContentOperations[Name], Parent> {
  const contents: ContentOperations[] = [spaceContents, changeRequestContents];
  return { endpoints: contents.map((one) => one[name]), choose: ({ key }) => contentsOf(key)[name] };
}

export function contentsOf(key: object): ContentOperations {
  return 'changeRequestId' in key ? changeRequestContents : spaceContents;
}

/** The space or the change request whose content a page, a file or a revision is in. */
export function ownerOf(key: KeyOf<typeof PageEntity> | KeyOf<typeof FileEntity> | ContentKey): Owner {
  const { spaceId } = key;
  return 'changeRequestId' in key
    ? Reference.to(ChangeRequestEntity, { spaceId, changeRequestId: key.changeRequestId })
    : Reference.to(SpaceEntity, { spaceId });
}

/** A link of a list below a content; `path` has the content's key. */
export function linkIn(link: LinkReference, path: Key): LinkInContent {
  return { ...link, content: ownerOf(path as ContentKey).key };
}

/** A reference of a list below a content; `path` has the content's key. */
export function referenceIn(reference: ContentReference, path: Key): ReferenceInContent {
  return { reference, content: ownerOf(path as ContentKey).key };
}

/** References to the pages of a list; undefined where there is none. Throws UPSTREAM_CONTRACT for what is no list of objects. */
export function pagesIn(
  content: ContentKey,
  pages: readonly Page[] | undefined,
  source: Endpoint | undefined,
  form: Computed,
) {
  return objectsIn(pages, source, 'pages')?.map((page) =>
    inForm(Reference.of(PageEntity, content, page, source), form),
  );
}

export const maxPageDepth = 100;

/** The error for a page tree of more levels. */
export function tooDeep(source: Endpoint): Error {
  return contractBroken(source, 'pages', `has pages that are nested deeper than ${maxPageDepth} levels`);
}

/** The pages of a tree in the order of its table of contents. Throws UPSTREAM_CONTRACT for a tree that is too deep. */
function flatten(
  tree: readonly Page[] | undefined,
  content: ContentKey,
  source: Endpoint,
  form: Computed,
): ListedPage[] {
  const listed: ListedPage[] = [];
  const addAll = (pages: readonly Page[] | undefined, depth: number, parent: ListedPage['parent']) => {
    if (depth > maxPageDepth) throw tooDeep(source);
    for (const record of objectsIn(pages, source, 'pages') ?? []) {
      const page = inForm(Reference.of(PageEntity, content, record, source), form);
      listed.push({ page, depth, parent });
      addAll(record.pages, depth + 1, page);
    }
  };
  addAll(tree, 0, null);
  return listed;
}
