import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/engine/contract/endpoint.ts';
import { contract } from '../../src/resources/contract.ts';
import { repeatedCalls } from '../support/execution/expectations.ts';
import {
  type GraphQLResult,
  operationsOf,
  startGateway,
  startWorld,
  type TestGateway,
  type TestWorld,
} from '../support/gateways/gateway.ts';
import { type RestProxy, startProxy } from '../support/proxies/proxy.ts';

/** Organizations down to replies, in one round trip. */
const everything = `{
  organizations(first: 5) { nodes { restId title
    sites(first: 10) { nodes { restId title
      sections(first: 10) { nodes { restId title
        siteSpaces(first: 10) { nodes { restId path
          space { restId title
            changeRequests(first: 2) { nodes { restId number subject status createdBy { displayName }
              comments(first: 5) { nodes { restId body { markdown } postedBy { displayName }
                replies(first: 3) { nodes { body { markdown } } }
              } }
            } }
          }
        } }
      } }
    } }
  } }
}`;

interface List<Node> {
  nodes: Node[];
}
interface Comment {
  restId: string;
  body: { markdown: string };
  postedBy: { displayName: string };
  replies: List<{ body: { markdown: string } }> | null;
}
interface ChangeRequest {
  restId: string;
  number: number;
  subject: string;
  status: string;
  createdBy: { displayName: string };
  comments: List<Comment> | null;
}
interface Space {
  restId: string;
  title: string;
  changeRequests: List<ChangeRequest> | null;
}
interface Section {
  restId: string;
  title: string;
  siteSpaces: List<{ restId: string; path: string; space: Space }>;
}
interface Site {
  restId: string;
  title: string;
  sections: List<Section> | null;
}
interface Everything {
  organizations: List<{ restId: string; title: string; sites: List<Site> | null }>;
}

let world: TestWorld;
let proxy: RestProxy;
let gateway: TestGateway;
/** The result where no call fails. */
let complete: GraphQLResult<Everything>;

beforeAll(async () => {
  world = await startWorld();
  proxy = await startProxy(world.sandboxUrl);
  // Hundreds of calls: a busy machine takes long for them.
  gateway = await startGateway(proxy.url, { UPSTREAM_TIMEOUT: '60000', REQUEST_TIMEOUT: '90000' });
  complete = await run();
});

afterEach(() => proxy.restore());

afterAll(async () => {
  await gateway.close();
  await proxy.close();
  await world.close();
});

const run = () => gateway.execute<Everything>(everything);
const sitesOf = ({ organizations }: Everything) => organizations.nodes.flatMap(({ sites }) => sites?.nodes ?? []);
const sectionsOf = (data: Everything) => sitesOf(data).flatMap(({ sections }) => sections?.nodes ?? []);
const spacesOf = (data: Everything) =>
  sectionsOf(data).flatMap((section) => section.siteSpaces.nodes.map(({ space }) => space));
const changeRequestsOf = (data: Everything) => spacesOf(data).flatMap((space) => space.changeRequests?.nodes ?? []);
const commentsOf = (data: Everything) => changeRequestsOf(data).flatMap(({ comments }) => comments?.nodes ?? []);

describe('nested reads', () => {
  it('have data at every level, and no errors', () => {
    const { data, errors, status } = complete;
    expect(status).toBe(200);
    expect(errors).toBeUndefined();
    expect(data.organizations.nodes.length).toBeGreaterThan(1);
    expect(sitesOf(data).length).toBeGreaterThan(3);
    expect(sectionsOf(data).length).toBeGreaterThan(8);
    expect(spacesOf(data).length).toBeGreaterThan(10);
    expect(commentsOf(data).length).toBeGreaterThan(50);
    expect(commentsOf(data).flatMap(({ replies }) => replies?.nodes ?? []).length).toBeGreaterThan(30);
    const text = expect.stringMatching(/\S/);
    for (const space of spacesOf(data)) expect(space).toMatchObject({ restId: text, title: text });
    for (const { restId, number, subject, status, createdBy } of changeRequestsOf(data)) {
      expect({ restId, number, subject, status, createdBy }).toEqual({
        restId: text,
        number: expect.any(Number),
        subject: text,
        status: 'open',
        createdBy: { displayName: text },
      });
    }
    for (const { body, postedBy, replies } of commentsOf(data)) {
      expect({ body, postedBy }).toEqual({ body: { markdown: text }, postedBy: { displayName: text } });
      for (const reply of replies?.nodes ?? []) expect(reply).toEqual({ body: { markdown: text } });
    }
  });

  it('make one call for each list that holds something, none for a record that a list held, and none twice', () => {
    const { data, calls } = complete;
    expect(repeatedCalls(calls)).toEqual([]);
    const spaces = new Set(spacesOf(data).map(({ restId }) => restId));
    const changeRequests = new Set(changeRequestsOf(data).map(({ restId }) => restId));
    // A comment's record says whether there are replies to it.
    const discussed = commentsOf(data).filter(({ replies }) => (replies?.nodes.length ?? 0) > 0);
    const comments = new Set(discussed.map(({ restId }) => restId));
    expect(discussed.length).toBeLessThan(commentsOf(data).length);
    const expected: [Endpoint, number][] = [
      [contract.organizations.list, 1],
      [contract.sites.list, data.organizations.nodes.length],
      [contract.siteSections.list, sitesOf(data).length],
      [contract.changeRequests.list, spaces.size],
      [contract.changeRequestComments.list, changeRequests.size],
      [contract.changeRequestComments.replies, comments.size],
    ];
    expect(operationsOf(calls)).toEqual(expected.flatMap(([{ id }, count]) => Array(count).fill(id)).sort());
  });

  it('read a space once that stands on two sites', () => {
    const { data } = complete;
    const ids = spacesOf(data).map(({ restId }) => restId);
    const [twice] = ids.filter((id, i) => ids.indexOf(id) !== i);
    expect(twice, 'a space in two places of the seed').toBeDefined();
    const both = spacesOf(data).filter(({ restId }) => restId === twice);
    expect(both[0]).toEqual(both[1]);
  });
});

describe('one failing call in the middle of nested reads', () => {
  /** The data without a failure, for a test to take out what its failure costs. */
  const whole = () => structuredClone(complete.data);

  /** One error for each place where the failed call's field stands, and every other field as it is without the failure. */
  function expectOnly(
    result: GraphQLResult<Everything>,
    expected: Everything,
    code: string,
    places: (string | number)[][],
  ) {
    expect(result.status).toBe(200);
    expect(result.data).toEqual(expected);
    expect(result.errors?.map(({ path }) => path?.join('.')).sort()).toEqual(
      places.map((path) => path.join('.')).sort(),
    );
    for (const { extensions } of result.errors ?? []) expect(extensions.code).toBe(code);
  }

  /** The paths of the fields of a change request or a space, wherever it stands. */
  function placesOf(data: unknown, isIt: (value: Record<string, unknown>) => boolean, path: (string | number)[] = []) {
    if (typeof data !== 'object' || data === null) return [];
    const here: (string | number)[][] = isIt(data as Record<string, unknown>) ? [path] : [];
    for (const [name, value] of Object.entries(data)) {
      here.push(...placesOf(value, isIt, [...path, Array.isArray(data) ? Number(name) : name]));
    }
    return here;
  }

  it.each([
    [500, 'UPSTREAM_ERROR'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [429, 'RATE_LIMITED'],
  ])('costs the comments of one change request, for status %d', async (status, code) => {
    const expected = whole();
    const chosen = changeRequestsOf(expected).find(({ comments }) => (comments?.nodes.length ?? 0) > 1);
    const [place] = placesOf(expected, (value) => value.restId === chosen?.restId && 'subject' in value);
    proxy.stub(
      { endpoint: contract.changeRequestComments.list, path: { changeRequestId: chosen?.restId ?? '' } },
      { status, body: { error: { message: 'Not now.' } } },
    );
    const result = await run();
    (chosen as ChangeRequest).comments = null;
    expectOnly(result, expected, code, [[...(place ?? []), 'comments']]);
    expect(result.errors?.[0]?.extensions.rest).toMatchObject({
      operation: 'changeRequestComments.list',
      path: contract.changeRequestComments.list.path,
      status,
    });
  });

  it('costs its field in each place where the same record stands', async () => {
    const expected = whole();
    const ids = spacesOf(expected).map(({ restId }) => restId);
    const twice = ids.find((id, i) => ids.indexOf(id) !== i) as string;
    const places = placesOf(expected, (value) => value.restId === twice && 'changeRequests' in value);
    expect(places.length).toBeGreaterThan(1);
    proxy.stub({ endpoint: contract.changeRequests.list, path: { spaceId: twice } }, 'cut');
    const result = await run();
    for (const space of spacesOf(expected)) if (space.restId === twice) space.changeRequests = null;
    expectOnly(
      result,
      expected,
      'UPSTREAM_UNAVAILABLE',
      places.map((place) => [...place, 'changeRequests']),
    );
  });

  it('costs the sections of one site', async () => {
    const expected = whole();
    const site = sitesOf(expected).find(({ sections }) => (sections?.nodes.length ?? 0) > 0) as Site;
    const [place = []] = placesOf(expected, (value) => value.restId === site.restId);
    proxy.stub({ endpoint: contract.siteSections.list, path: { siteId: site.restId } }, { status: 502 });
    const result = await run();
    site.sections = null;
    expectOnly(result, expected, 'UPSTREAM_UNAVAILABLE', [[...place, 'sections']]);
  });

  it('costs the sites of one organization', async () => {
    const expected = whole();
    const [organization] = expected.organizations.nodes;
    const path = { organizationId: organization?.restId ?? '' };
    proxy.stub({ endpoint: contract.sites.list, path }, { status: 500 });
    const result = await run();
    if (organization !== undefined) organization.sites = null;
    expectOnly(result, expected, 'UPSTREAM_ERROR', [['organizations', 'nodes', 0, 'sites']]);
  });

  it('costs one field of a record that breaks the contract', async () => {
    const expected = whole();
    const chosen = changeRequestsOf(expected)[0] as ChangeRequest;
    const places = placesOf(expected, (value) => value.restId === chosen.restId && 'subject' in value);
    proxy.change({ endpoint: contract.changeRequests.list }, (body) => {
      for (const item of body.items) if (item.id === chosen.restId) delete item.subject;
      return body;
    });
    const result = await run();
    for (const one of changeRequestsOf(expected))
      if (one.restId === chosen.restId) Object.assign(one, { subject: null });
    expectOnly(
      result,
      expected,
      'UPSTREAM_CONTRACT',
      places.map((place) => [...place, 'subject']),
    );
    expect(result.errors?.[0]?.message).toContain('changeRequests.list');
    expect(result.errors?.[0]?.message).toContain('subject');
  });
});
