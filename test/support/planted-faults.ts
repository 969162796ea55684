import type { Operation } from '../../src/engine/contract/operation.ts';
import { contract } from '../../src/resources/contract.ts';

/** A departure that is planted in the responses of one operation, and how it has to be reported. */
export interface PlantedFault {
  operation: Operation;
  kind: string;
  location: string;
  plant(response: PlantedResponse, url: URL): void;
}

/** A response that a fault changes. */
export interface PlantedResponse {
  status: number;
  body: Body;
  /** Instead of the body, if it is set. */
  text?: string;
}

/** JSON whose form the fault knows. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes the record that it knows
type Body = any;

const { changeRequestComments, changeRequestContents, changeRequests, collections, members, openapiSpecs } = contract;
const { organizations, samlProviders, sectionGroups, shareLinks, sites, siteSections, siteSpaces } = contract;
const { spaceComments, spaceContents, spaces, teamMembers, teams, translations } = contract;

/** Changes each item of a list. */
const inItems =
  (change: (item: Body) => void) =>
  ({ body }: PlantedResponse) =>
    void body.items.forEach(change);
/** Changes a record. */
const inRecord =
  (change: (record: Body) => void) =>
  ({ body }: PlantedResponse) =>
    change(body);
const withStatus = (status: number) => (response: PlantedResponse) => {
  response.status = status;
};

export const plantedFaults: readonly PlantedFault[] = [
  {
    ...{ operation: organizations.list, kind: 'missing', location: 'items[].plan' },
    plant: inItems((item) => delete item.plan),
  },
  {
    ...{ operation: organizations.get, kind: 'null', location: 'title' },
    plant: inRecord((record) => {
      record.title = null;
    }),
  },
  {
    ...{ operation: organizations.listByEmailDomain, kind: 'missing', location: 'organizations' },
    plant: inRecord((record) => delete record.organizations),
  },
  {
    ...{ operation: organizations.search, kind: 'type', location: 'items[].title' },
    plant: inItems((item) => {
      item.title = 7;
    }),
  },
  {
    ...{ operation: members.list, kind: 'value', location: 'items[].role' },
    plant: inItems((item) => {
      item.role = 'emperor';
    }),
  },
  { ...{ operation: members.get, kind: 'refused-id', location: '' }, plant: withStatus(404) },
  {
    ...{ operation: members.spaces, kind: 'format', location: 'items[].space.createdAt' },
    plant: inItems((item) => {
      item.space.createdAt = 'yesterday';
    }),
  },
  { ...{ operation: members.teams, kind: 'status', location: '' }, plant: withStatus(500) },
  {
    ...{ operation: teams.list, kind: 'envelope', location: '' },
    plant: (response) => {
      response.body = response.body.items;
    },
  },
  {
    ...{ operation: teams.get, kind: 'other-id', location: '' },
    plant: inRecord((record) => {
      record.id = 'somebody-else';
    }),
  },
  {
    ...{ operation: teamMembers.list, kind: 'value', location: 'items[].team.role' },
    plant: inItems((item) => {
      item.team = { role: 'captain' };
    }),
  },
  { ...{ operation: samlProviders.list, kind: 'status', location: '' }, plant: withStatus(202) },
  { ...{ operation: samlProviders.get, kind: 'refused-id', location: '' }, plant: withStatus(403) },
  {
    ...{ operation: samlProviders.loginInfos, kind: 'type', location: 'items' },
    plant: inRecord((record) => {
      record.items = {};
    }),
  },
  {
    ...{ operation: openapiSpecs.list, kind: 'type', location: 'items[].permissions.view' },
    plant: inItems((item) => {
      item.permissions = { view: 'yes' };
    }),
  },
  {
    ...{ operation: openapiSpecs.get, kind: 'missing', location: 'processingState' },
    plant: inRecord((record) => delete record.processingState),
  },
  {
    ...{ operation: openapiSpecs.latestVersion, kind: 'response', location: '' },
    plant: (response) => {
      response.text = '<html>Welcome</html>';
    },
  },
  { ...{ operation: openapiSpecs.latestVersionContent, kind: 'status', location: '' }, plant: withStatus(404) },
  {
    ...{ operation: openapiSpecs.version, kind: 'format', location: 'url' },
    plant: inRecord((record) => {
      record.url = 'no address';
    }),
  },
  {
    ...{ operation: openapiSpecs.versionContent, kind: 'response', location: '' },
    plant: (response) => {
      response.text = '';
    },
  },
  { ...{ operation: translations.list, kind: 'status', location: '' }, plant: withStatus(404) },
  {
    ...{ operation: sites.list, kind: 'page-size', location: '' },
    // The limit is not kept.
    plant: (response, url) => {
      if (url.searchParams.get('limit') === '1') response.body.items = [...response.body.items, ...response.body.items];
    },
  },
  {
    ...{ operation: sites.get, kind: 'limit', location: 'title' },
    plant: inRecord((record) => {
      record.title = 'x'.repeat(200);
    }),
  },
  {
    ...{ operation: sites.adaptiveSchema, kind: 'type', location: 'jsonSchema' },
    plant: inRecord((record) => {
      record.jsonSchema = '{}';
    }),
  },
  {
    ...{ operation: sites.published, kind: 'value', location: 'site.visibility' },
    plant: inRecord((record) => {
      record.site.visibility = 'secret';
    }),
  },
  {
    ...{ operation: siteSections.list, kind: 'type', location: 'items[].siteSpaces' },
    plant: inItems((item) => {
      item.siteSpaces = 3;
    }),
  },
  {
    ...{ operation: sectionGroups.list, kind: 'type', location: 'items[]' },
    plant: ({ body }) => {
      body.items = ['group'];
    },
  },
  {
    ...{ operation: siteSpaces.list, kind: 'next-page', location: '' },
    // Every page is the first one.
    plant: (response, url) => {
      if (url.searchParams.has('page')) response.body = { ...response.body, items: firstItems.get(url.pathname) };
      else if (url.searchParams.get('limit') === '1') firstItems.set(url.pathname, response.body.items);
    },
  },
  {
    ...{ operation: shareLinks.list, kind: 'next-page', location: '' },
    plant: ({ body }) => void delete body.next,
  },
  {
    ...{ operation: spaces.get, kind: 'type', location: 'comments' },
    plant: inRecord((record) => {
      record.comments = '12';
    }),
  },
  {
    ...{ operation: spaces.links, kind: 'value', location: 'items[].status' },
    plant: inItems((item) => {
      item.status = 'moved';
    }),
  },
  {
    ...{ operation: members.list, kind: 'page-size', location: '' },
    // The largest limit is rejected.
    plant: (response, url) => {
      if (url.searchParams.get('limit') === '1000') response.status = 400;
    },
  },
  {
    ...{ operation: spaceContents.pages, kind: 'type', location: 'pages[].hidden' },
    plant: ({ body }) => {
      body.pages[0].hidden = 'no';
    },
  },
  {
    ...{ operation: collections.list, kind: 'next-page', location: '' },
    // The token of the next page is rejected.
    plant: (response, url) => {
      if (url.searchParams.has('page')) response.status = 400;
    },
  },
  {
    ...{ operation: collections.spaces, kind: 'missing', location: 'items' },
    plant: inRecord((record) => delete record.items),
  },
  {
    ...{ operation: changeRequests.list, kind: 'count', location: 'count' },
    plant: (response, url) => {
      if (!url.searchParams.has('limit')) response.body.count = 0;
    },
  },
  {
    ...{ operation: changeRequests.pdf, kind: 'missing', location: 'url' },
    plant: inRecord((record) => delete record.url),
  },
  { ...{ operation: changeRequestContents.file, kind: 'refused-id', location: '' }, plant: withStatus(410) },
  {
    ...{ operation: changeRequestComments.replies, kind: 'format', location: 'items[].postedAt' },
    plant: inItems((item) => {
      item.postedAt = '2024-13-45T99:00:00Z';
    }),
  },
  {
    ...{ operation: spaceComments.list, kind: 'type', location: 'items[].reactions[].count' },
    plant: inItems((item) => {
      item.reactions = [{ emoji: '+1', count: true }];
    }),
  },
];

const firstItems = new Map<string, unknown>();
