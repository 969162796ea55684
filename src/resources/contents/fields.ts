import type { KeyOf } from '../../engine/contract/entity.ts';
import type { Operation } from '../../engine/contract/operation.ts';
import { Reference } from '../../engine/data/reference.ts';
import type { Context } from '../../engine/fields/context.ts';
import type { Field, Place } from '../../engine/fields/field.ts';
import { connection, lookup, lookupOf, placeOf, referenceTo } from '../../engine/fields/fields.ts';
import { settle } from '../../engine/fields/prefetch.ts';
import type { ConnectionArguments } from '../../engine/relay/connection.ts';
import { keyBelow } from '../../engine/relay/global-id.ts';
import type { ContentPageArgs } from '../../generated/resolvers.ts';
import type { ContentKey, ListedPage } from '../shared/parent-types.ts';
import { changeRequestContents } from './change-request-contents.ts';
import type { contentOperations, Page } from './contract.ts';
import { spaceContents } from './space-contents.ts';

/** The operations that spaces and change requests share; their paths differ in the base. */
export type ContentOperations = {
  readonly [Name in keyof Drafts]: Drafts[Name] & Pick<Operation, 'id'>;
};
type Drafts = ReturnType<typeof contentOperations<string>>;

type Owner = Reference<'Space'> | Reference<'ChangeRequest'>;
type Computed = { computed?: boolean | null };

/** The fields of the `Content` interface, over a space's or a change request's content. */
export function contentFields<Parent extends Owner>(contents: ContentOperations) {
  return {
    revision: revisionField<Parent>(contents),
    pages: lookup(
      contents.pages,
      ({ key }: Parent, { computed }: Computed) => ({ path: key, query: { computed } }),
      ({ pages }, { key }) => pages.map((page) => pageIn(key, page, contents.pages)),
    ),
    pageList: lookup(
      contents.pages,
      ({ key }: Parent, { computed }: Computed) => ({ path: key, query: { computed } }),
      ({ pages }, { key }) => flatten(pages, 0, null, (page) => pageIn(key, page, contents.pages)),
    ),
    page: lookupOf('Page', [contents.page], ({ key }: Parent, { id, format, evaluated, computed }: ContentPageArgs) =>
      referenceTo('Page', contents.page, keyBelow('Page', key, id), { format, evaluated, computed }),
    ),
    files: connection(
      contents.files,
      ({ key }: Parent, { computed }: ConnectionArguments & Computed) => ({ path: key, query: { computed } }),
      (file, path) => Reference.of('File', path, file, contents.files),
    ),
    file: lookupOf('File', [contents.file], ({ key }: Parent, { id, computed }: { id: string } & Computed) =>
      referenceTo('File', contents.file, keyBelow('File', key, id), { computed }),
    ),
  };
}

/** The revision is an edge: its id stands in the owner's record, and only its content costs a call. */
function revisionField<Parent extends Owner>(
  contents: ContentOperations,
): Field<Parent, Computed, Reference<'Revision'>> {
  const refer = ({ key }: Parent, { computed }: Computed) => referenceTo('Revision', contents.get, key, { computed });
  const field: Field<Parent, Computed, Reference<'Revision'>> = (parent, args, context, info) =>
    settle(refer(parent, args), context, placeOf(info), false);
  return Object.assign(field, {
    calls: [contents.get],
    needs: 'key' as const,
    gives: 'reference' as const,
    start: async (parent: Parent, args: Computed, context: Context, place: Place) => {
      const revision = await settle(refer(parent, args), context, place, false);
      // Its id alone is read from the owner's record.
      if (revision.record === undefined) await parent.load(context.loaders);
    },
    below: 'record' as const,
  });
}

/** A field of a page or a file, whose operation depends on whether it stands in a space or in a change request. */
export function byContent<Parent extends Reference<'Page'> | Reference<'File'>, Args, Result>(
  make: (contents: ContentOperations) => Field<Parent, Args, Result>,
): Field<Parent, Args, Result> {
  const ofSpace = make(spaceContents);
  const ofChangeRequest = make(changeRequestContents);
  const pick = ({ key }: Parent) => ('changeRequestId' in key ? ofChangeRequest : ofSpace);
  const field: Field<Parent, Args, Result> = (parent, args, context, info) => pick(parent)(parent, args, context, info);
  return Object.assign(field, {
    calls: [...(ofSpace.calls ?? []), ...(ofChangeRequest.calls ?? [])],
    ...(ofSpace.needs && { needs: ofSpace.needs }),
    ...(ofSpace.gives && { gives: ofSpace.gives }),
    ...(ofSpace.below && { below: ofSpace.below }),
    // Both take the same arguments.
    ...(ofSpace.check && { check: ofSpace.check }),
    ...(ofSpace.start && {
      start: async (parent: Parent, args: never, context: never, place: never) =>
        pick(parent).start?.(parent as never, args, context, place),
    }),
  });
}

/** The content that a page, a file or a revision stands in. */
export function ownerOf(key: KeyOf<'Page'> | KeyOf<'File'> | ContentKey): Owner {
  const { spaceId } = key;
  return 'changeRequestId' in key
    ? Reference.to('ChangeRequest', { spaceId, changeRequestId: key.changeRequestId })
    : Reference.to('Space', { spaceId });
}

export function pageIn(content: ContentKey, page: Page, source: Operation | undefined): Reference<'Page'> {
  return Reference.of('Page', content, page, source);
}

function flatten(
  pages: readonly Page[],
  depth: number,
  parent: Reference<'Page'> | null,
  refer: (page: Page) => Reference<'Page'>,
): ListedPage[] {
  return pages.flatMap((record) => {
    const page = refer(record);
    return [{ page, depth, parent }, ...flatten(record.pages ?? [], depth + 1, page, refer)];
  });
}
