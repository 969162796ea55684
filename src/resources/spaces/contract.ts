import { z } from 'zod';
import { derived, neverCached } from '../../engine/contract/caching.ts';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { linkEnvelope, linkReference, linkStatus } from '../links/contract.ts';
import {
  dateTime,
  kind,
  open,
  permissions,
  role,
  searchPage,
  searchQuery,
  shareKey,
  spacePosition,
  urls,
} from '../shared/contract.ts';

export const spaceTitle = z.string().max(50);
export const editMode = z.enum(['live', 'locked']);
export const spaceVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']);

export const space = z.object({
  object: kind('space'),
  id: z.string(),
  title: spaceTitle,
  emoji: z.string().max(50),
  visibility: spaceVisibility,
  createdAt: dateTime,
  updatedAt: dateTime,
  deletedAt: dateTime.optional(),
  editMode: editMode.optional(),
  organization: z.string(),
  parent: z.string().optional(),
  visitorAuth: z.looseObject({ backend: open('custom').optional() }).optional(),
  revision: z.string(),
  defaultLevel: role.nullable(),
  comments: z.number(),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
  gitSync: z
    .object({
      repoName: z.string().optional(),
      installationProvider: z.string().optional(),
      integration: z.string().optional(),
      url: z.string().optional(),
      updatedAt: dateTime.optional(),
    })
    .optional(),
  urls: urls('location', 'app', 'published', 'public', 'icon').optional(),
  permissions: permissions(
    'view',
    'access',
    'admin',
    'viewInviteLinks',
    'edit',
    'triggerGitSync',
    'comment',
    'merge',
    'review',
  ).optional(),
});
export type Space = z.infer<typeof space>;
export type SpacePermissions = NonNullable<Space['permissions']>;

const one = '/v1/spaces/{spaceId}';

export const spaces = resource('spaces', {
  get: get(one, space, shareKey),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({
      editMode: editMode.optional(),
      title: spaceTitle.optional(),
      defaultLevel: role.nullable().optional(),
      emoji: z.string().max(50).optional(),
    }),
    result: space,
  }),
  duplicate: action('POST', `${one}/duplicate`, { result: space, status: 201 }),
  restore: action('POST', `${one}/restore`, { result: space }),
  move: action('POST', `${one}/move`, {
    body: z.strictObject({ parent: z.string().nullable().optional(), position: spacePosition.optional() }),
    result: space,
  }),
  transfer: action('POST', `${one}/transfer`, {
    body: z.strictObject({ organization: z.string().min(1) }),
    result: space,
  }),
  // Whether a link is broken depends on other spaces.
  links: derived(list(`${one}/links`, linkReference, linkStatus, linkEnvelope)),
  search: neverCached(list(`${one}/search`, searchPage, searchQuery)),
});

export const SpaceEntity = entity('Space', [spaces.get], []);
