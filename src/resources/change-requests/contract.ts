import { z } from 'zod';
import { neverCached, touches } from '../../engine/contract/caching.ts';
import { action, byDefault, get, namingUsers } from '../../engine/contract/endpoint.ts';
import { contains, entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { dateTime, kind, open, url, urls, user } from '../shared/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';

const status = open('draft', 'open');

export const changeRequest = z.object({
  object: kind('change-request'),
  id: z.string(),
  number: z.number(),
  status,
  subject: z.string().max(100),
  createdBy: user.optional(),
  createdAt: dateTime,
  updatedAt: dateTime,
  revision: z.string(),
  revisionInitial: z.string(),
  revisionMergedAncestor: z.string().optional(),
  revisionMerged: z.string().optional(),
  comments: z.number(),
  outdated: z.boolean(),
  urls: urls('app', 'location').optional(),
});
export type ChangeRequest = z.infer<typeof changeRequest>;

/** What a merge and an update from the main content answer. */
const revisionResult = z.object({ revision: z.string(), result: z.string() });

const all = '/v1/spaces/{spaceId}/change-requests';
/** `changeRequestId` takes the unique id or the change request's number in its space. */
const one = `${all}/{changeRequestId}` as const;

/** What merged lists of change requests are sorted by. */
export const changeRequestOrderField = z.enum(['updatedAt', 'createdAt']);

export const changeRequests = resource('changeRequests', {
  list: list(all, changeRequest, {
    status: byDefault(status.optional(), 'open'),
    contributor: namingUsers(z.string().optional()),
  }),
  create: touches(
    SpaceEntity,
    action('POST', all, {
      body: z.strictObject({ subject: z.string().optional(), agentTaskId: z.string().optional() }),
      result: changeRequest,
      status: 201,
    }),
  ),
  get: get(one, changeRequest),
  update: touches(
    SpaceEntity,
    action('PATCH', one, {
      body: z.strictObject({ subject: z.string().max(100).optional(), status: status.optional() }),
      result: changeRequest,
    }),
  ),
  merge: touches(SpaceEntity, action('POST', `${one}/merge`, { result: revisionResult })),
  updateFromMain: touches(SpaceEntity, action('POST', `${one}/update`, { result: revisionResult })),
  // The URL is valid for a short time.
  pdf: neverCached(
    get(`${one}/pdf`, z.object({ url }), {
      only: z.boolean().optional(),
      page: z.string().optional(),
    }),
  ),
});

export const ChangeRequestEntity = entity('ChangeRequest', [changeRequests.get], [], {
  // Its number in its space is another name of it.
  isAlias: (id) => /^\d+$/.test(id),
  aliasesOf: ({ number }) => [String(number)],
});

// It holds open change requests only unless a status is given, and no status is known to mean all.
contains(changeRequests.list, ({ items }) => [[ChangeRequestEntity, items]]);
