import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { contract } from '../../../src/resources/contract.ts';
import type { Reply } from '../upstreams/fault-upstream.ts';

/** A departure that is planted in the responses of one operation, and how it has to be reported. */
export interface PlantedFault {
  endpoint: Endpoint;
  kind: string;
  location: string;
  plant(response: PlantedResponse, url: URL): void;
}

/** A response that a fault changes. */
export interface PlantedResponse {
  status: number;
  body: Body;
  /** Instead of the body, if it is set. */
  text?: string | Buffer;
  /** In place of those of JSON. */
  headers?: Record<string, string>;
  /** In place of the whole response. */
  reply?: Reply;
}

/** JSON whose form the fault knows. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes the record that it knows
export type Body = any;

const { changeRequestComments, changeRequestContents, changeRequests, collections, members, openapiSpecs } = contract;
const { organizations, samlProviders, sectionGroups, shareLinks, sites, siteSections, siteSpaces } = contract;
const { spaceComments, spaceContents, spaces, teamMembers, teams, translations } = contract;

/** Changes each item of a list. */
export const inItems =
  (change: (item: Body) => void) =>
  ({ body }: PlantedResponse) =>
    void body.items.forEach(change);
/** Changes a record. */
export const inRecord =
  (change: (record: Body) => void) =>
  ({ body }: PlantedResponse) =>
    change(body);
export const withStatus = (status: number) => (response: PlantedResponse) => {
  response.status = status;
};

export const plantedFaults: readonly PlantedFault[] = [
  {
    ...{ endpoint: organizations.list, kind: 'missing', location: 'items[].plan' },
    plant: inItems((item) => delete item.plan),
  },
  {
    ...{ endpoint: organizations.get, kind: 'null', location: 'title' },
    plant: inRecord((record) => {
      record.title = null;
    }),
  },
  {
    ...{ endpoint: organizations.listByEmailDomain, kind: 'missing', location: 'organizations' },
    plant: inRecord((record) => delete record.organizations),
  },
  {
    ...{ endpoint: organizations.search, kind: 'type', location: 'items[].title' },
    plant: inItems((item) => {
      item.title = 7;
    }),
  },
  {
    ...{ endpoint: members.list, kind: 'value', location: 'items[].role' },
    plant: inItems((item) => {
      item.role = 'emperor';
    }),
  },
  { ...{ endpoint: members.get, kind: 'refused-id', location: '' }, plant: withStatus(404) },
  {
    ...{ endpoint: members.spaces, kind: 'format', location: 'items[].space.createdAt' },
    plant: inItems((item) => {
      item.space.createdAt = 'yesterday';
    }),
  },
  { ...{ endpoint: members.teams, kind: 'status', location: '' }, plant: withStatus(500) },
  {
    ...{ endpoint: teams.list, kind: 'envelope', location: '' },
    plant: (response) => {
      response.body = response.body.items;
    },
  },
  {
    ...{ endpoint: teams.get, kind: 'other-id', location: '' },
    plant: inRecord((record) => {
      record.id = 'somebody-else';
    }),
  },
  {
    ...{ endpoint: teamMembers.list, kind: 'value', location: 'items[].team.role' },
    plant: inItems((item) => {
      item.team = { role: 'captain' };
    }),
  },
  { ...{ endpoint: samlProviders.list, kind: 'status', location: '' }, plant: withStatus(202) },
  { ...{ endpoint: samlProviders.get, kind: 'refused-id', location: '' }, plant: withStatus(403) },
  {
    ...{ endpoint: samlProviders.loginInfos, kind: 'type', location: 'items' },
    plant: inRecord((record) => {
      record.items = {};
    }),
  },
  {
    ...{ endpoint: openapiSpecs.list, kind: 'type', location: 'items[].permissions.view' },
    plant: inItems((item) => {
      item.permissions = { view: 'yes' };
    }),
  },
  {
    ...{ endpoint: openapiSpecs.get, kind: 'missing', location: 'processingState' },
    plant: inRecord((record) => delete record.processingState),
  },
  {
    ...{ endpoint: openapiSpecs.latestVersion, kind: 'response', location: '' },
    plant: (response) => {
      response.text = '<html>Welcome</html>';
    },
  },
  { ...{ endpoint: openapiSpecs.latestVersionContent, kind: 'status', location: '' }, plant: withStatus(404) },
  {
    ...{ endpoint: openapiSpecs.version, kind: 'format', location: 'url' },
    plant: inRecord((record) => {
      record.url = 'no address';
    }),
  },
  {
    ...{ endpoint: openapiSpecs.versionContent, kind: 'response', location: '' },
    plant: (response) => {
      response.text = '';
    },
  },
  { ...{ endpoint: translations.list, kind: 'status', location: '' }, plant: withStatus(404) },
  {
    ...{ endpoint: sites.list, kind: 'page-size', location: '' },
    // The limit is not kept.
    plant: (response, url) => {
      if (url.searchParams.get('limit') === '1') response.body.items = [...response.body.items, ...response.body.items];
    },
  },
  {
    ...{ endpoint: sites.get, kind: 'limit', location: 'title' },
    plant: inRecord((record) => {
      record.title = 'x'.repeat(200);
    }),
  },
  {
    ...{ endpoint: sites.adaptiveSchema, kind: 'type', location: 'jsonSchema' },
    plant: inRecord((record) => {
      record.jsonSchema = '{}';
    }),
  },
  {
    ...{ endpoint: sites.published, kind: 'value', location: 'site.visibility' },
    plant: inRecord((record) => {
      record.site.visibility = 'secret';
    }),
  },
  {
    ...{ endpoint: siteSections.list, kind: 'type', location: 'items[].siteSpaces' },
    plant: inItems((item) => {
      item.siteSpaces = 3;
    }),
  },
  {
    ...{ endpoint: sectionGroups.list, kind: 'type', location: 'items[]' },
    plant: ({ body }) => {
      body.items[0] = 'group';
    },
  },
  {
    ...{ endpoint: siteSpaces.list, kind: 'next-page', location: '' },
    // Every page is the first one.
    plant: (response, url) => {
      if (url.searchParams.has('page')) response.body = { ...response.body, items: firstItems.get(url.pathname) };
      else if (url.searchParams.get('limit') === '1') firstItems.set(url.pathname, response.body.items);
    },
  },
  {
    ...{ endpoint: shareLinks.list, kind: 'next-page', location: '' },
    plant: ({ body }) => void delete body.next,
  },
  {
    ...{ endpoint: spaces.get, kind: 'type', location: 'comments' },
    plant: inRecord((record) => {
      record.comments = '12';
    }),
  },
  {
    ...{ endpoint: spaces.links, kind: 'value', location: 'items[].status' },
    plant: inItems((item) => {
      item.status = 'moved';
    }),
  },
  {
    ...{ endpoint: members.list, kind: 'page-size', location: '' },
    // The largest limit is rejected.
    plant: (response, url) => {
      if (url.searchParams.get('limit') === '1000') response.status = 400;
    },
  },
  {
    ...{ endpoint: spaceContents.pages, kind: 'type', location: 'pages[].hidden' },
    plant: ({ body }) => {
      body.pages[0].hidden = 'no';
    },
  },
  {
    ...{ endpoint: collections.list, kind: 'next-page', location: '' },
    // The token of the next page is rejected.
    plant: (response, url) => {
      if (url.searchParams.has('page')) response.status = 400;
    },
  },
  {
    ...{ endpoint: collections.spaces, kind: 'missing', location: 'items' },
    plant: inRecord((record) => delete record.items),
  },
  {
    ...{ endpoint: changeRequests.list, kind: 'count', location: 'count' },
    plant: (response, url) => {
      if (!url.searchParams.has('limit')) response.body.count = 0;
    },
  },
  {
    ...{ endpoint: changeRequests.pdf, kind: 'missing', location: 'url' },
    plant: inRecord((record) => delete record.url),
  },
  { ...{ endpoint: changeRequestContents.file, kind: 'refused-id', location: '' }, plant: withStatus(410) },
  {
    ...{ endpoint: changeRequestComments.replies, kind: 'format', location: 'items[].postedAt' },
    plant: inItems((item) => {
      item.postedAt = '2024-13-45T99:00:00Z';
    }),
  },
  {
    ...{ endpoint: spaceComments.list, kind: 'type', location: 'items[].reactions[].count' },
    plant: inItems((item) => {
      item.reactions = [{ emoji: '+1', count: true }];
    }),
  },
];

const firstItems = new Map<string, unknown>();
