import type { Variables } from './app/ids.ts';
import addSpecification from './examples/add-specification.graphql?raw';
import createSite from './examples/create-site.graphql?raw';
import findSharedSite from './examples/find-shared-site.graphql?raw';
import membersAndTeams from './examples/members-and-teams.graphql?raw';
import nestedReads from './examples/nested-reads.graphql?raw';
import nodeIds from './examples/node-ids.graphql?raw';
import oneRoundTrip from './examples/one-round-trip.graphql?raw';
import openChangeRequest from './examples/open-change-request.graphql?raw';
import openTwoChangeRequests from './examples/open-two-change-requests.graphql?raw';
import pages from './examples/pages.graphql?raw';
import reviewQueue from './examples/review-queue.graphql?raw';
import search from './examples/search.graphql?raw';
import startingIdsQuery from './examples/starting-ids.graphql?raw';

/** An example document: a query, or several operations to execute in their order. */
export interface Example {
  /** Name in the list of examples: that of the first operation, which GraphiQL shows on the tab. */
  title: string;
  /** One sentence for the list of examples. */
  description: string;
  query: string;
  /** An empty string is an id that responses fill (see `fillIds`). */
  variables: Variables;
}

/** The text of a document as a URL, as the service takes sources. */
const dataUrl = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;

const importedPage = '<h1>Webhook retries</h1><p>A webhook is retried for <b>six hours</b>.</p>';

const petsApi = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { summary: 'List the pets', responses: { 200: { description: 'The pets' } } } } },
};

/** The explorer's examples, in their order; the first is the initial tab. */
export const examples: readonly Example[] = [
  {
    title: 'NestedReads',
    description: 'From organizations down to the replies in a review, ten levels in one round trip.',
    query: nestedReads,
    variables: {},
  },
  {
    title: 'OneRoundTrip',
    description: 'A record and its list in parallel: the list needs only the id, not the record.',
    query: oneRoundTrip,
    variables: { organizationId: '' },
  },
  {
    title: 'ReviewQueue',
    description: 'The open change requests of one space, with the discussion of each.',
    query: reviewQueue,
    variables: { spaceId: '' },
  },
  {
    title: 'Pages',
    description: 'The page tree of a space as a flat list, and the Markdown of one page.',
    query: pages,
    variables: { spaceId: '', pageId: '' },
  },
  {
    title: 'Search',
    description: 'Full-text search in all content of an organization.',
    query: search,
    variables: { organizationId: '', text: 'webhook' },
  },
  {
    title: 'MembersAndTeams',
    description: 'The members of an organization with their roles, and its teams.',
    query: membersAndTeams,
    variables: { organizationId: '' },
  },
  {
    title: 'NodeIds',
    description: 'Any record by its global id, or several of different types at once.',
    query: nodeIds,
    variables: { organizationId: '', siteId: '', spaceId: '' },
  },
  {
    title: 'OpenChangeRequest',
    description: 'Open a change request, comment, reply, react, resolve and merge, step by step.',
    query: openChangeRequest,
    variables: { spaceId: '', subject: 'Say how long webhooks are retried', changeRequestId: '', commentId: '' },
  },
  {
    title: 'CreateSite',
    description: 'Create a site, a section, a group, a site space and a share link, then read the result.',
    query: createSite,
    variables: { organizationId: '', spaceId: '', newSiteId: '', sectionId: '' },
  },
  {
    title: 'FindSharedSite',
    description: 'Who has the key of a share link finds the published URLs of a site, until the link is inactive.',
    query: findSharedSite,
    variables: { organizationId: '', title: 'Early Access', sharedSiteId: '', shareLinkId: '', shareKey: null },
  },
  {
    title: 'OpenTwoChangeRequests',
    description: 'Two change requests import the same page; the second must be updated before its merge.',
    query: openTwoChangeRequests,
    variables: { spaceId: '', url: dataUrl('text/html', importedPage), firstId: '', secondId: '' },
  },
  {
    title: 'AddSpecification',
    description: 'A specification from pending to complete, then to an error that keeps its version.',
    query: addSpecification,
    variables: {
      organizationId: '',
      slug: 'pets-api',
      url: dataUrl('application/json', JSON.stringify(petsApi)),
      brokenUrl: 'data:text/plain,Hello',
    },
  },
];

/** The variables of an operation as the text of GraphiQL's variables editor. */
export function variablesText({ variables }: { variables: object }): string {
  return Object.keys(variables).length === 0 ? '' : JSON.stringify(variables, null, 2);
}

/** Selects ids for the examples' variables; `fillIds` finds them by the names of these aliases. */
export const startingIds: string = startingIdsQuery;
