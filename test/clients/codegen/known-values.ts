/** What `tsc` has to accept and to reject: code over types with known values. It is checked, and never runs. */
import type { KnownValues } from 'docgraph/client';
import type { ChangeRequestsByStatusQuery, UpdateStatusMutationVariables } from '../generated/known/graphql.ts';

type ChangeRequest = NonNullable<ChangeRequestsByStatusQuery['space']>['changeRequests']['nodes'][number];

/** A switch over the known values needs a default: others are possible. */
export function labelOf({ status }: ChangeRequest): string {
  switch (status) {
    case 'draft':
      return 'Draft';
    case 'open':
      return 'Open';
    default:
      return status satisfies string;
  }
}

// Any string fits, but nothing else does.
const update = (status: KnownValues['UpdateChangeRequestInput.status']): UpdateStatusMutationVariables => ({
  input: { id: 'id', status },
});
export const updates = [update('draft'), update('a later value')];
// @ts-expect-error: a number is no status
export const invalid: UpdateStatusMutationVariables = { input: { id: 'id', status: 1 } };

/** The type that completes the known values is not plain `string`. */
type IsPlain<Type> = [string extends Type ? true : false, Type] extends [true, string]
  ? (<T>() => T extends Type ? 1 : 2) extends <T>() => T extends string ? 1 : 2
    ? true
    : false
  : false;
export const isPlain: IsPlain<ChangeRequest['status']> = false;
