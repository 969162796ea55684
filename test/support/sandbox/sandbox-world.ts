import type { Endpoint, ListEndpoint, PathOf } from '../../../src/engine/contract/endpoint.ts';
import { pathParams } from '../../../src/engine/contract/endpoint.ts';
import { contract } from '../../../src/resources/contract.ts';
import type { CallInput, RestCalls } from './sandbox-calls.ts';

/** Path parameters of related records in the seed. */
export type World = Awaited<ReturnType<typeof exploreSandbox>>;

const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error('The seed has an empty list where a test needs an item');
  return item;
};

/** Lists records from the caller's first organization down to one record of every kind. */
export async function exploreSandbox(api: RestCalls) {
  const { organizations, members, teams, samlProviders, openapiSpecs, translations, sites, siteSpaces } = contract;
  const organization = first(await api.items(organizations.list));
  const inOrganization = { path: { organizationId: organization.id } };
  const specSlug = first(await api.items(openapiSpecs.list, inOrganization)).slug;
  const all = await api.items(sites.list, inOrganization);
  const site = first(all);
  const siteSpace = first(await api.items(siteSpaces.list, { path: { ...inOrganization.path, siteId: site.id } }));
  return {
    organizationId: organization.id,
    emailDomain: first(organization.emailDomains),
    userId: first(await api.items(members.list, inOrganization)).id,
    teamId: first(await api.items(teams.list, inOrganization)).id,
    samlProviderId: first(await api.items(samlProviders.list, inOrganization)).id,
    specSlug,
    versionId: first(await api.items(openapiSpecs.versions, { path: { ...inOrganization.path, specSlug } })).id,
    translationSettingsId: first(await api.items(translations.list, inOrganization)).id,
    siteId: site.id,
    shareLinkSiteId: first(all.filter(({ visibility }) => visibility === 'share-link')).id,
    ...(await exploreSpace(api, siteSpace.space?.id ?? '')),
  };
}

async function exploreSpace(api: RestCalls, spaceId: string) {
  const { changeRequests, changeRequestComments, spaceComments, spaceContents, spaces } = contract;
  const { parent = '' } = await api.call(spaces.get, { path: { spaceId } });
  const page = (await api.call(spaceContents.pages, { path: { spaceId } })).pages[0];
  const fileId = first(await api.items(spaceContents.files, { path: { spaceId } })).id;
  const changeRequestId = first(await api.items(changeRequests.list, { path: { spaceId } })).id;
  const spaceCommentId = first(await api.items(spaceComments.list, { path: { spaceId } })).id;
  const inChangeRequest = { path: { spaceId, changeRequestId } };
  const discussed = await api.items(changeRequestComments.list, inChangeRequest);
  const changeRequestCommentId = first(discussed.filter(({ replies = 0 }) => replies > 0)).id;
  const replies = await api.items(changeRequestComments.replies, {
    path: { ...inChangeRequest.path, commentId: changeRequestCommentId },
  });
  // The contract has no list of replies to a comment on a space, so this creates one to get its id.
  const reply = await api.call(spaceComments.createReply, {
    path: { spaceId, commentId: spaceCommentId },
    body: { body: { markdown: 'Known to the test.' } },
  });
  return {
    spaceId,
    collectionId: parent,
    pageId: page?.id ?? '',
    fileId,
    changeRequestId,
    spaceComments: { commentId: spaceCommentId, commentReplyId: reply.id },
    changeRequestComments: { commentId: changeRequestCommentId, commentReplyId: first(replies).id },
  };
}

/** The input to call an operation on the world's records. Searches require a query. */
export function inputFor(world: World, endpoint: Endpoint): CallInput<Endpoint> {
  const comments = endpoint.id.startsWith('spaceComments') ? world.spaceComments : world.changeRequestComments;
  const siteId = endpoint.id.startsWith('shareLinks') ? world.shareLinkSiteId : world.siteId;
  const known: Record<string, unknown> = { ...world, ...comments, siteId };
  const path = Object.fromEntries(pathParams(endpoint.path).map((name) => [name, known[name]]));
  return {
    path: path as PathOf<Endpoint>,
    ...(endpoint.id.endsWith('.search') ? { query: { query: 'the' } } : {}),
  };
}

/** Whether an operation returns a paged list. */
export function isList(endpoint: Endpoint): endpoint is Endpoint & ListEndpoint {
  return endpoint.query.safeParse({ limit: 1, query: 'a' }).success || endpoint.query.safeParse({ limit: 1 }).success;
}
