import { api } from './api.ts';
import { community } from './community.ts';
import { errors } from './errors.ts';
import { guides } from './guides.ts';
import { handbook } from './handbook.ts';
import { policies } from './policies.ts';
import { protocols } from './protocols.ts';
import { releases } from './releases.ts';
import { runbooks } from './runbooks.ts';
import { sdk } from './sdk.ts';
import type { SpaceTemplate } from './template.ts';

const templates = {
  guides,
  api,
  errors,
  sdk,
  releases,
  handbook,
  runbooks,
  policies,
  protocols,
  community,
};
export type SpaceKind = keyof typeof templates;

/** The content templates of the seed's spaces, by kind. */
export const library: Readonly<Record<SpaceKind, SpaceTemplate>> = templates;
