import type { Contract } from '../resources/contract.ts';
import { type ChangeRequestPath, changeRequestFor } from './change-request-records.ts';
import { commentHandlers } from './comments.ts';
import type { Handlers } from './handlers.ts';

const { updateReply: _, deleteReply: __, ...handlers } = commentHandlers<ChangeRequestPath>(changeRequestFor);

/** Comments on a change request. The contract has no operation that updates or deletes their replies. */
export const changeRequestComments: Handlers<Contract['changeRequestComments']> = handlers;
