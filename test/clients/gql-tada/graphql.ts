import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../generated/gql-tada-env.d.ts';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; URL: string; JSONObject: Record<string, unknown> };
}>();
