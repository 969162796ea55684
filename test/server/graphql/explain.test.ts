import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillIds } from '../../../src/explorer/app/ids.ts';
import { startingIds } from '../../../src/explorer/examples.ts';
import type { ExplainedCall } from '../../../src/server/graphql/explain.ts';
import { type ExplainResponse, explainOperation } from '../../support/execution/explain.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';

describe('a call of explain', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({}, { LOG_LEVEL: 'silent' });
  });
  afterAll(() => world.close());

  async function explained(query: string, variables?: Record<string, unknown>) {
    const response = await explainOperation(world, { query, ...(variables && { variables }) }, true);
    return { ...response, calls: response.extensions?.explain.calls ?? [] };
  }

  async function ids(): Promise<{ organizationId: string; spaceId: string }> {
    const { data } = await explained(startingIds);
    return fillIds({ organizationId: '', spaceId: '' }, data);
  }

  it('names its field and the place in the response', async () => {
    const { data, calls } = await explained(`{
      all: organizations(first: 2) { nodes { ...Sites } }
    }
    fragment Sites on Organization { sites(first: 2) { edges { node { sections(first: 2) { totalCount } } } } }`);
    const sections = calls.filter(({ operation }) => operation === 'siteSections.list');
    expect(calls.map(({ field }) => field)).toEqual(expect.arrayContaining(['all', 'all.nodes.sites']));
    expect(sections.length).toBeGreaterThan(1);
    for (const { field, responsePath = [] } of sections) {
      expect(field).toBe('all.nodes.sites.edges.node.sections');
      expect(valueAt(data, responsePath)).toEqual({ totalCount: expect.any(Number) });
    }
    expect(new Set(sections.map(({ responsePath }) => String(responsePath))).size).toBe(sections.length);
  });

  it('has its level: that of the plan, and one more for each further page', async () => {
    const { calls } = await explained(`{
      organizations(first: 2) { nodes { sites(first: 2) { nodes { sections(first: 2) { totalCount } } } } }
    }`);
    const levels = new Set(calls.map(({ operation, level }) => `${level} ${operation}`));
    expect([...levels].sort()).toEqual(['1 organizations.list', '2 sites.list', '3 siteSections.list']);
    const { organizationId } = await ids();
    const pages = await explained(
      'query ($id: ID!) { organization(id: $id) { collections(first: 1000) { nodes { title } } } }',
      { id: organizationId },
    );
    expect(pages.calls.map(({ level }) => level)).toEqual(pages.calls.map((_, i) => i + 1));
  });

  it('has a place also where it started before its field was resolved', async () => {
    const { organizationId } = await ids();
    const { calls } = await explained(
      'query ($id: ID!) { organization(id: $id) { title sites(first: 1) { nodes { title } } } }',
      { id: organizationId },
    );
    expect(calls.map(({ operation, responsePath }) => [operation, responsePath]).sort()).toEqual([
      ['organizations.get', ['organization']],
      ['sites.list', ['organization', 'sites']],
    ]);
  });

  it('has the place of each page of a list', async () => {
    const { calls } = await explained(
      '{ organizations(first: 1) { nodes { members(first: 1000) { totalCount nodes { role } } } } }',
    );
    const pages = calls.filter(({ operation }) => operation === 'members.list');
    for (const { responsePath } of pages) expect(responsePath).toEqual(['organizations', 'nodes', 0, 'members']);
  });

  it('has a field, and no place, if its parent is missing', async () => {
    const { organizationId } = await ids();
    const missing = Buffer.from(`Organization:${'x'.repeat(20)}`).toString('base64url');
    const { data, calls } = await explained(
      `query ($id: ID!, $missing: ID!) {
        found: organization(id: $id) { title }
        missing: organization(id: $missing) { title sites(first: 1) { nodes { title } } }
      }`,
      { id: organizationId, missing },
    );
    expect((data as { missing: unknown }).missing).toBeNull();
    const sites = calls.find(({ operation }) => operation === 'sites.list');
    expect(sites).toMatchObject({ field: 'missing.sites', status: 404 });
    expect(sites).not.toHaveProperty('responsePath');
  });

  it('counts the other fields that use its response', async () => {
    const variables = await ids();
    const { calls } = await explained(
      `query ($organizationId: ID!, $spaceId: ID!) {
        one: space(id: $spaceId) { title }
        other: space(id: $spaceId) { title }
        organizations(first: 1) { nodes { title sites(first: 2) { nodes { organization { title } } } } }
        organization(id: $organizationId) { sites(first: 2) { nodes { title } } }
      }`,
      variables,
    );
    expect(hitsOf(calls, 'spaces.get')).toBe(1);
    expect(hitsOf(calls, 'organizations.list')).toBe(2);
    expect(hitsOf(calls, 'sites.list')).toBe(1);
  });

  it('tells how long it waited for a connection, and for the first byte', async () => {
    const { calls } = await explained('{ organizations(first: 2) { nodes { sites(first: 2) { nodes { title } } } } }');
    expect(calls.length).toBeGreaterThan(1);
    for (const { sent, queued, waited, ms } of calls) {
      expect(sent).toBe(true);
      expect(queued).toBeGreaterThanOrEqual(0);
      expect(waited).toBeGreaterThan(0);
      // Each of the three is rounded to hundredths.
      expect((queued ?? 0) + (waited ?? 0)).toBeLessThanOrEqual(ms + 0.02);
    }
  });

  it('names the fields of a mutation: of the write, and of the reads after it', async () => {
    const { spaceId } = await ids();
    const { calls } = await explained(
      `mutation ($spaceId: ID!) {
        opened: createChangeRequest(input: { spaceId: $spaceId, subject: "Explained" }) {
          changeRequest { subject space { title } }
          userErrors { message }
        }
      }`,
      { spaceId },
    );
    expect(calls.map(({ operation, field, responsePath }) => ({ operation, field, responsePath }))).toEqual([
      { operation: 'changeRequests.create', field: 'opened', responsePath: ['opened'] },
      {
        operation: 'spaces.get',
        field: 'opened.changeRequest.space',
        responsePath: ['opened', 'changeRequest', 'space'],
      },
    ]);
  });
});

function hitsOf(calls: readonly ExplainedCall[], operation: string): number {
  return calls.filter((call) => call.operation === operation).reduce((sum, { cacheHits }) => sum + cacheHits, 0);
}

/** The value at a path of the data. */
function valueAt(data: ExplainResponse['data'], path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], data);
}
