import { z } from 'zod';
import { derived } from '../../engine/contract/caching.ts';
import { action, byDefault, get, remove } from '../../engine/contract/endpoint.ts';
import { contains, entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { kind, permissions, role, spacePosition, urls } from '../shared/contract.ts';
import { SpaceEntity, space } from '../spaces/contract.ts';

const title = z.string().max(50);
const description = z.string().max(100);

export const collection = z.object({
  object: kind('collection'),
  id: z.string(),
  title,
  description: description.optional(),
  organization: z.string(),
  parent: z.string().optional(),
  defaultLevel: role.nullable(),
  urls: urls('location', 'app').optional(),
  permissions: permissions('view', 'admin', 'viewInviteLinks', 'create').optional(),
});
export type Collection = z.infer<typeof collection>;
export type CollectionPermissions = NonNullable<Collection['permissions']>;

const all = '/v1/orgs/{organizationId}/collections';
const one = '/v1/collections/{collectionId}';

export const collections = resource('collections', {
  get: get(one, collection),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({
      title: title.optional(),
      description: description.optional(),
      defaultLevel: role.nullable().optional(),
    }),
    result: collection,
  }),
  // The order may depend on spaces of other pages.
  spaces: derived(list(`${one}/spaces`, space)),
  move: action('POST', `${one}/move`, {
    body: z.strictObject({ parent: z.string().nullable().optional(), position: spacePosition.optional() }),
    result: collection,
  }),
  transfer: action('POST', `${one}/transfer`, {
    body: z.strictObject({ organization: z.string().min(1) }),
    result: collection,
  }),
  list: list(all, collection, { nested: byDefault(z.boolean().optional(), true) }),
  create: action('POST', all, {
    body: z.strictObject({ title: title.optional(), parent: z.string().optional() }),
    result: collection,
    status: 201,
  }),
});

export const CollectionEntity = entity('Collection', [collections.get], [collections.list]);

contains(collections.spaces, ({ items }) => [[SpaceEntity, items]]);
