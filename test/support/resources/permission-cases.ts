import { contract } from '../../../src/resources/contract.ts';
import { sandboxInviteLinks, sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { userIdOf } from '../sandbox/sandbox-users.ts';
import { pageUrl } from '../sandbox/sources.ts';
import type { MutationWorld } from './mutation-world.ts';
import { copiedSpace, newCollection, newSpaces } from './space-fixtures.ts';

const { changeRequestComments, changeRequests, collections, members, openapiSpecs, samlProviders } = contract;
const { spaceComments, teamMembers, teams, translations } = contract;

/** A mutation, and an input for it: `@space` stands for the id of the space. */
type Case = readonly [mutation: string, input: Readonly<Record<string, unknown>>];

const body = { markdown: 'Hello' };
const title = 'New';
const label = 'New';
const addedReactions = ['👀'];
const page = { url: pageUrl('Title', 'Text.'), source: 'website' };
const source = { url: 'https://api.example/pets.json' };
const organizationId = '@organization';
const [id, ids] = ['@space', ['@space']];
const teamId = '@team';
const parentId = '@parent';
const changeRequestId = '@changeRequest';
const inviteId = sandboxInviteLinks.read;

/**
 * What needs the flags, by their names and the words of the descriptions for the records. Cases are executed until they succeed: those
 * that delete come last.
 */
export const permissionCases: Readonly<Record<string, readonly Case[]>> = {
  'canView of the organization': [['pingOrganization', { organizationId }]],
  'canComment of the space': [
    ['createSpaceComment', { spaceId: id, body }],
    ['createChangeRequestComment', { changeRequestId, body }],
    ['updateSpaceComment', { id: '@comment', isResolved: true, addedReactions }],
    ['updateChangeRequestComment', { id: '@proposal', isResolved: true, addedReactions }],
    ['updateSpaceCommentReply', { id: '@reply', addedReactions }],
  ],
  'canComment of the space, canEdit of the comment': [
    ['updateSpaceComment', { id: '@comment', body }],
    ['updateChangeRequestComment', { id: '@proposal', body }],
  ],
  'canComment of the space, canEdit of the reply': [['updateSpaceCommentReply', { id: '@reply', body }]],
  'canReply of the comment': [
    ['createSpaceCommentReply', { commentId: '@comment', body }],
    ['createChangeRequestCommentReply', { commentId: '@proposal', body }],
  ],
  'canEdit of the space': [
    ['createChangeRequest', { spaceId: id }],
    ['updateChangeRequest', { id: changeRequestId, subject: title }],
    ['updateChangeRequests', { ids: [changeRequestId], status: 'open' }],
    ['importSpaceContent', { spaceId: id, ...page }],
    ['importChangeRequestContent', { changeRequestId, ...page }],
    ['updateChangeRequestFromMain', { id: changeRequestId }],
  ],
  'canMerge of the space': [['mergeChangeRequest', { id: changeRequestId }]],
  'canOwnTeam of the organization': [['createTeam', { organizationId, title }]],
  'canCreateOpenApiSpec of the organization': [
    ['createOpenApiSpec', { organizationId, slug: 'cats', source }],
    ['upsertOpenApiSpec', { organizationId, slug: 'dogs', source }],
  ],
  'canEdit of the OpenAPI specification': [
    ['upsertOpenApiSpec', { organizationId, slug: 'pets', source }],
    ['deleteOpenApiSpec', { id: '@specification' }],
  ],
  'canCreateContent of the organization': [
    ['createSite', { organizationId, title }],
    ['createTranslationConfiguration', { organizationId, title }],
    ['createCollection', { organizationId, title }],
  ],
  'canEdit of the translation configuration': [
    ['updateTranslationConfiguration', { id: '@configuration', title }],
    ['deleteTranslationConfiguration', { id: '@configuration' }],
  ],
  'canCreate of the parent collection': [['createCollection', { organizationId, parentId }]],
  'canAccess of the space, canCreateContent of the organization': [['duplicateSpace', { id }]],
  'canCreate of its parent collection': [['duplicateSpace', { id: '@inner' }]],
  'canCreate of the collection': [['updateCollection', { id: '@collection', title }]],
  'canCreate of the collection, canCreate of its parent collection': [
    ['moveCollection', { id: '@collection', parentId }],
  ],
  'canCreate of the collection, canCreateContent of the organization': [
    ['moveCollection', { id: '@collection', parentId: null }],
  ],
  'canAdminister of the space': [
    ['updateSpace', { id, title }],
    ['deleteSpace', { id }],
    ['restoreSpace', { id }],
    ['deleteSpaces', { ids }],
    ['restoreSpaces', { ids }],
  ],
  'canAdminister of the space, canCreate of its parent collection': [
    ['moveSpace', { id, parentId }],
    ['moveSpaces', { ids, parentId }],
  ],
  'canAdminister of the space, canCreateContent of the organization': [
    ['moveSpace', { id, parentId: null }],
    ['moveSpaces', { ids, parentId: null }],
  ],
  'canAdminister of the space, canCreateContent of the new organization': [
    ['transferSpace', { id, organizationId: '@abroad' }],
  ],
  'canAdminister of the collection, canCreateContent of the new organization': [
    ['transferCollection', { id: '@collection', organizationId: '@abroad' }],
  ],
  'canDelete of the reply': [['deleteSpaceCommentReply', { id: '@reply' }]],
  'canDelete of the comment': [
    ['deleteSpaceComment', { id: '@comment' }],
    ['deleteChangeRequestComment', { id: '@proposal' }],
  ],
  'canAdminister of the collection': [
    ['updateCollection', { id: '@collection', defaultRole: 'EDIT' }],
    ['deleteCollection', { id: '@collection' }],
  ],
  'canAdminister of the team': [
    ['updateTeam', { id: teamId, title }],
    ['upsertTeamMember', { teamId, userId: '@member' }],
    ['upsertTeamMembers', { teamId, userIds: ['@member'] }],
    ['updateTeamMembers', { teamId, addUserIds: ['@member'] }],
    ['removeTeamMember', { id: '@teamMember' }],
    ['deleteTeam', { id: teamId }],
  ],
  'canAdminister of the organization': [
    ['updateOrganization', { id: organizationId, title }],
    ['deleteOrganizationLinkInvite', { organizationId, inviteId }],
    ['createSamlProvider', { organizationId, label }],
    ['updateSamlProvider', { id: '@provider', label }],
    ['deleteSamlProvider', { id: '@provider' }],
    ['updateMember', { id: '@member', role: 'READ' }],
    ['enableMemberSso', { id: '@member' }],
    ['removeMember', { id: '@member' }],
    ['removeMembers', { ids: ['@another'] }],
  ],
};

/** Creates the records of the cases by the admin; gives their global ids by name. */
export async function permissionRecords({ rest, home, abroad }: MutationWorld): Promise<Record<string, string>> {
  const inOrganization = { path: { organizationId: home } };
  const spaceId = await copiedSpace(rest, home);
  const inSpace = { path: { spaceId } };
  const collection = await newCollection(rest, home);
  const parent = await newCollection(rest, home);
  // Here, members have a lower role than in their organization.
  await rest.call(collections.update, { path: { collectionId: parent }, body: { defaultLevel: 'edit' } });
  const [inner = ''] = await newSpaces(rest, home, parent, 1);
  const text = { body: { body } };
  const { id: request } = await rest.call(changeRequests.create, { ...inSpace, body: {} });
  const { id: comment } = await rest.call(spaceComments.create, { ...inSpace, ...text });
  const { id: reply } = await rest.call(spaceComments.createReply, { path: { spaceId, commentId: comment }, ...text });
  const inRequest = { path: { spaceId, changeRequestId: request } };
  const { id: proposal } = await rest.call(changeRequestComments.create, { ...inRequest, ...text });
  const named = { body: { title: 'Old' } };
  const { id: configuration } = await rest.call(translations.create, { ...inOrganization, ...named });
  const { id: provider } = await rest.call(samlProviders.create, { ...inOrganization, body: { label: 'Old' } });
  await rest.call(openapiSpecs.create, { ...inOrganization, body: { slug: 'pets', source } });
  const own = [await userIdOf(rest, home, sandboxTokens.editor), await userIdOf(rest, home, sandboxTokens.admin)];
  const all = await rest.items(members.list, inOrganization);
  const [member = '', another = ''] = all.map(({ id }) => id).filter((id) => !own.includes(id));
  const { id: team } = await rest.call(teams.create, { ...inOrganization, ...named });
  await rest.call(teamMembers.set, { path: { organizationId: home, teamId: team, userId: another }, body: {} });
  return {
    organization: globalIdOf('Organization', home),
    abroad: globalIdOf('Organization', abroad),
    space: globalIdOf('Space', spaceId),
    inner: globalIdOf('Space', inner),
    collection: globalIdOf('Collection', collection),
    parent: globalIdOf('Collection', parent),
    changeRequest: globalIdOf('ChangeRequest', spaceId, request),
    comment: globalIdOf('SpaceComment', spaceId, comment),
    proposal: globalIdOf('ChangeRequestComment', spaceId, request, proposal),
    reply: globalIdOf('SpaceCommentReply', spaceId, comment, reply),
    configuration: globalIdOf('TranslationConfiguration', home, configuration),
    provider: globalIdOf('SamlProvider', home, provider),
    specification: globalIdOf('OpenApiSpec', home, 'pets'),
    team: globalIdOf('Team', home, team),
    teamMember: globalIdOf('TeamMember', home, team, another),
    member: globalIdOf('Member', home, member),
    another: globalIdOf('Member', home, another),
  };
}
