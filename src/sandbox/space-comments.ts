import type { Contract } from '../resources/contract.ts';
import { spaceFor } from './access.ts';
import { commentHandlers, type SpacePath } from './comments.ts';
import type { Handlers } from './handlers.ts';

const { replies: _, ...handlers } = commentHandlers<SpacePath>((session, path, right) => ({
  space: spaceFor(session, path.spaceId, right),
}));

/** Comments on a space. The contract has no operation that lists their replies. */
export const spaceComments: Handlers<Contract['spaceComments']> = handlers;
