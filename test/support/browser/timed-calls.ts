import type { ExplainedCall } from '../../../src/server/graphql/explain.ts';

/** A call as explain lists it, with what a test sets. */
export function explainedCall(values: Partial<ExplainedCall>): ExplainedCall {
  return {
    operation: 'sites.list',
    method: 'GET',
    path: '/v1/orgs/o/sites',
    status: 200,
    ms: 10,
    startedAt: 0,
    level: 1,
    shared: false,
    cached: false,
    revalidated: false,
    stale: false,
    age: null,
    batched: false,
    cacheHits: 0,
    retries: 0,
    sent: true,
    queued: 0,
    waited: 5,
    ...values,
  };
}

/**
 * Three levels: organizations, the sites of two organizations, of which the second is slower, and the sections of a site of
 * each.
 */
export const threeLevels: readonly ExplainedCall[] = [
  explainedCall({
    operation: 'organizations.list',
    path: '/v1/orgs',
    field: 'organizations',
    responsePath: ['organizations'],
  }),
  ...[0, 1].flatMap((i) => [
    explainedCall({
      path: `/v1/orgs/org${i}/sites?limit=5`,
      field: 'organizations.nodes.sites',
      responsePath: ['organizations', 'nodes', i, 'sites'],
      startedAt: 10,
      ms: 10 + 20 * i,
    }),
    explainedCall({
      operation: 'siteSections.list',
      path: `/v1/orgs/org${i}/sites/site${i}/sections`,
      field: 'organizations.nodes.sites.nodes.sections',
      responsePath: ['organizations', 'nodes', i, 'sites', 'nodes', 0, 'sections'],
      startedAt: 20 + 20 * i,
      ms: 5,
    }),
  ]),
];
