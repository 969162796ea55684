import { contract } from '../../../src/resources/contract.ts';
import { cut } from '../upstreams/fault-upstream.ts';
import { type Body, inItems, inRecord, type PlantedFault, withStatus } from './planted-faults.ts';

const { changeRequests, collections, members, openapiSpecs, organizations, samlProviders, shareLinks } = contract;
const { siteSections, siteSpaces, sites, spaceComments, spaceContents, spaces, teams, translations } = contract;

const json = { 'content-type': 'application/json' };
const isFirstPage = (url: URL) => !url.searchParams.has('page') && !url.searchParams.has('limit');

/** JSON that is nested so deep. */
function nested(levels: number): Body {
  return levels === 0 ? 0 : { inner: nested(levels - 1) };
}

/** Faults that break rules of the gateway, on any page and in any part of a response. */
export const plantedGatewayFaults: readonly PlantedFault[] = [
  {
    ...{ endpoint: spaces.get, kind: 'value', location: 'comments' },
    plant: inRecord((record) => {
      record.comments = 1.5;
    }),
  },
  {
    ...{ endpoint: changeRequests.get, kind: 'value', location: 'comments' },
    plant: inRecord((record) => {
      record.comments = 2 ** 31;
    }),
  },
  {
    ...{ endpoint: sites.adaptiveSchema, kind: 'limit', location: 'jsonSchema' },
    plant: inRecord((record) => {
      record.jsonSchema = nested(101);
    }),
  },
  {
    ...{ endpoint: spaceContents.files, kind: 'id', location: 'items[]' },
    plant: inItems((item) => {
      item.id = `files/${item.id}`;
    }),
  },
  {
    ...{ endpoint: changeRequests.list, kind: 'id', location: 'items[]' },
    plant: inItems((item) => {
      item.id = String(item.number);
    }),
  },
  {
    // The values are wrong on further pages only.
    ...{ endpoint: members.list, kind: 'value', location: 'items[].role' },
    plant: ({ body }, url) => {
      if (url.searchParams.has('page')) body.items[0].role = 'emperor';
    },
  },
  {
    // Further pages lead to themselves.
    ...{ endpoint: collections.list, kind: 'next-page', location: '' },
    plant: ({ body }, url) => {
      const page = url.searchParams.get('page');
      if (page !== null) body.next = { page };
    },
  },
  {
    // A record is on one page twice.
    ...{ endpoint: teams.list, kind: 'next-page', location: '' },
    plant: ({ body }, url) => {
      if (!isFirstPage(url)) return;
      body.items = [...body.items, body.items[0]];
      body.count += 1;
    },
  },
  {
    // The count is that of another list.
    ...{ endpoint: spaceComments.list, kind: 'count', location: 'count' },
    plant: ({ body }) => {
      body.count = 1000;
    },
  },
  {
    ...{ endpoint: translations.list, kind: 'content-type', location: '' },
    plant: (response) => {
      response.headers = { 'content-type': 'text/html; charset=utf-8' };
    },
  },
  {
    ...{ endpoint: openapiSpecs.list, kind: 'response', location: '' },
    plant: (response) => {
      response.headers = { ...json, 'content-encoding': 'zstd' };
    },
  },
  {
    ...{ endpoint: samlProviders.list, kind: 'response', location: '' },
    plant: (response) => {
      response.headers = { ...json, 'content-encoding': 'gzip' };
    },
  },
  {
    // The gateway's limit of a response is exceeded by a few bytes.
    ...{ endpoint: organizations.get, kind: 'response', location: '' },
    plant: (response) => {
      response.text = JSON.stringify(response.body).padEnd(8_388_609);
    },
  },
  {
    ...{ endpoint: spaceContents.page, kind: 'response', location: '' },
    plant: (response) => {
      response.text = Buffer.from(`{"id":"a\u00ff"}`, 'latin1');
    },
  },
  {
    ...{ endpoint: siteSections.list, kind: 'status', location: '' },
    plant: (response) => {
      Object.assign(response, { status: 302, headers: { location: '/elsewhere' } });
    },
  },
  { ...{ endpoint: siteSpaces.list, kind: 'status', location: '' }, plant: withStatus(304) },
  {
    ...{ endpoint: shareLinks.list, kind: 'response', location: '' },
    plant: (response) => {
      Object.assign(response, { status: 204, text: '' });
    },
  },
  {
    ...{ endpoint: spaces.links, kind: 'response', location: '' },
    plant: (response) => {
      response.reply = cut;
    },
  },
  {
    ...{ endpoint: teams.get, kind: 'null', location: '' },
    plant: (response) => {
      response.body = null;
    },
  },
  {
    ...{ endpoint: members.get, kind: 'type', location: '' },
    plant: (response) => {
      response.body = [response.body];
    },
  },
  {
    ...{ endpoint: members.spaces, kind: 'status', location: '' },
    // A service that limits its clients for good.
    plant: (response) => {
      Object.assign(response, { status: 429, headers: { 'retry-after': '0' } });
    },
  },
];
