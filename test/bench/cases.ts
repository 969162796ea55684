import { createWorld, firsts, type World } from './data/world.ts';
import { maxClients } from './load.ts';
import type { Transport } from './requests.ts';

export type CaseName = (typeof caseNames)[number];
/** The last four are the small query as other clients send it, and as its first request. */
export const caseNames = [
  'single',
  'small',
  'medium',
  'full',
  'list',
  'mutation',
  'deep',
  'apolloClient',
  'get',
  'persisted',
  'first',
] as const;

/** One thing that is measured: what every client posts, again and again. */
export interface Case {
  name: CaseName;
  /** The operation's name: the floor program knows by it what to do. */
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
  /** REST calls that the data asks for when nothing is shared. */
  calls: number;
  /** How many calls must wait for one another. */
  levels: number;
  /** How long the upstream waits before each answer, in milliseconds. */
  delayMs: number;
  clients: number;
  transport: Transport;
}

const nested = `query Full {
  organizations(first: ${firsts.organizations}) { nodes { title
    sites(first: ${firsts.sites}) { nodes { title
      sections(first: ${firsts.sections}) { nodes { title
        siteSpaces(first: 10) { nodes { path
          space { title
            changeRequests(first: ${firsts.changeRequests}) { nodes { number subject status createdBy { displayName }
              comments(first: ${firsts.comments}) { nodes { body { markdown } postedBy { displayName }
                replies(first: ${firsts.replies}) { nodes { body { markdown } } }
              } }
            } }
          }
        } }
      } }
    } }
  } }
}`;

const single = `query Single($id: ID!) { organization(id: $id) { title hostname createdAt } }`;

const small = `query Small($id: ID!) {
  organization(id: $id) { title hostname
    sites(first: ${firsts.sites}) { nodes { title basename isPublished siteSpaceCount } }
  }
}`;

const medium = `query Medium($id: ID!) {
  space(id: $id) { title updatedAt
    changeRequests(first: ${firsts.changeRequests}) { nodes { number subject status createdBy { displayName }
      comments(first: ${firsts.comments}) { nodes { body { markdown } postedBy { displayName } } }
    } }
  }
}`;

const list = `query List($id: ID!) {
  space(id: $id) {
    changeRequests(first: ${firsts.crowd}) { totalCount pageInfo { hasNextPage }
      nodes { restId number subject status isOutdated createdAt createdBy { displayName } }
    }
  }
}`;

const mutation = `mutation Create($spaceId: ID!, $subject: String!) {
  createChangeRequest(input: { spaceId: $spaceId, subject: $subject }) {
    changeRequest { restId number subject status } userErrors { message }
  }
}`;

/** All cases, over the world that the upstream answers from. */
export function casesOf({ organizationId, spaceId, crowdedSpaceId }: World): Record<CaseName, Case> {
  const plain = { variables: {}, levels: 1, delayMs: 0, clients: maxClients, transport: 'post' } as const;
  const full = { ...plain, operationName: 'Full', query: nested, calls: 77, levels: 6 };
  const smallCase = { ...plain, operationName: 'Small', query: small, variables: { id: organizationId }, calls: 2 };
  const subject = 'Explain the chapter about permissions';
  return {
    single: {
      ...plain,
      name: 'single',
      operationName: 'Single',
      query: single,
      variables: { id: organizationId },
      calls: 1,
    },
    small: { ...smallCase, name: 'small' },
    apolloClient: { ...smallCase, name: 'apolloClient', transport: 'apolloClient' },
    get: { ...smallCase, name: 'get', transport: 'get' },
    persisted: { ...smallCase, name: 'persisted', transport: 'persisted' },
    first: { ...smallCase, name: 'first', transport: 'first' },
    medium: {
      ...plain,
      name: 'medium',
      operationName: 'Medium',
      query: medium,
      variables: { id: spaceId },
      calls: 5,
      levels: 2,
    },
    full: { ...full, name: 'full' },
    list: {
      ...plain,
      name: 'list',
      operationName: 'List',
      query: list,
      variables: { id: crowdedSpaceId },
      calls: 1,
    },
    mutation: {
      ...plain,
      name: 'mutation',
      operationName: 'Create',
      query: mutation,
      variables: { spaceId, subject },
      calls: 1,
    },
    deep: { ...full, name: 'deep', delayMs: 10, clients: 1 },
  };
}

export const world = createWorld();
export const cases = casesOf(world);
