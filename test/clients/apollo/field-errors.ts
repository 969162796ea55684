import { ApolloLink } from '@apollo/client';
import type { FieldErrors } from 'docgraph/client';
import { tap } from 'rxjs';

/**
 * A link before the one that sends requests. Code that reads with `errorPolicy: 'all'` then passes its data through
 * `fieldErrors.guard({ query, variables }, data)`.
 */
export function recordErrors(fieldErrors: FieldErrors): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(tap((result) => fieldErrors.record(operation, result))),
  );
}
