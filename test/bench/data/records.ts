import type { ChangeRequest } from '../../../src/resources/change-requests/contract.ts';
import type { Comment, CommentReply, Reaction } from '../../../src/resources/comments/contract.ts';
import type { Organization } from '../../../src/resources/organizations/contract.ts';
import type { User } from '../../../src/resources/shared/contract.ts';
import type { SiteSection } from '../../../src/resources/site-sections/contract.ts';
import type { SiteSpace } from '../../../src/resources/site-spaces/contract.ts';
import type { Site } from '../../../src/resources/sites/records.ts';
import type { Space } from '../../../src/resources/spaces/contract.ts';
import type { Random } from './random.ts';
import { markdown, personName, subject, topic } from './words.ts';

const api = 'https://api.example.com/v1';
const app = 'https://app.example.com';

export function user(random: Random): User {
  const id = random.id();
  const displayName = personName(random);
  return {
    object: 'user',
    id,
    displayName,
    email: `${displayName.split(' ')[0]?.toLowerCase()}.${id.slice(0, 4)}@example.com`,
    photoURL: `https://avatars.example.com/users/${id}/photo-256.png?v=3`,
    urls: { location: `${api}/users/${id}` },
  };
}

export function organization(random: Random): Organization {
  const id = random.id();
  return {
    object: 'organization',
    id,
    title: `${topic(random)} Works`,
    createdAt: random.moment(),
    emailDomains: ['example.com', 'example.org'],
    hostname: `works-${id.slice(0, 6).toLowerCase()}`,
    type: 'business',
    useCase: 'internalDocs',
    defaultRole: 'read',
    defaultContent: { type: 'site', site: random.id() },
    sso: false,
    ai: true,
    inviteLinks: true,
    plan: 'free_2024',
    billing: { interval: 'monthly', endDate: random.moment(), hasPaymentFailed: false, isScheduledToCancel: false },
    trial: { status: 'notapplicable', endDate: random.moment() },
    urls: { location: `${api}/orgs/${id}`, app: `${app}/o/${id}/home`, logo: `https://files.example.com/o/${id}.svg` },
    permissions: {
      view: true,
      admin: true,
      ownTeam: true,
      createContent: true,
      createOpenAPISpec: true,
      ingestConversations: false,
      viewBilling: true,
      listMembers: true,
      listTeams: true,
      listIntegrations: true,
    },
  };
}

export function site(random: Random, organizationId: string, siteSpaces: number): Site {
  const id = `site_${random.id().slice(0, 5)}`;
  return {
    object: 'site',
    id,
    type: 'basic',
    title: `${topic(random)} Docs`,
    icon: { icon: { light: `https://files.example.com/${id}-light.svg`, dark: `https://files.example.com/${id}.svg` } },
    hostname: 'docs.example.com',
    basename: 'docs',
    visibility: 'public',
    published: true,
    siteSpaces,
    createdAt: random.moment(),
    adaptiveContent: { enabled: false },
    agentsContext: 'included',
    features: [{ id: 'sites-adaptive-content', plan: 'basic', frozen: false, customizations: ['header-logo'] }],
    urls: {
      location: `${api}/orgs/${organizationId}/sites/${id}`,
      app: `${app}/o/${organizationId}/sites/${id}`,
      published: 'https://docs.example.com/docs/',
    },
  };
}

export function siteSection(random: Random, spaces: readonly Space[]): SiteSection {
  const id = `sitesc_${random.id().slice(0, 5)}`;
  return {
    object: 'site-section',
    id,
    title: topic(random),
    description: markdown(random, 1),
    default: false,
    path: id.slice(7).toLowerCase(),
    icon: 'book-open',
    siteSpaces: spaces.map((one) => siteSpace(random, id, one)),
    urls: { published: `https://docs.example.com/docs/${id.slice(7).toLowerCase()}` },
  };
}

function siteSpace(random: Random, section: string, space: Space): SiteSpace {
  const id = `sitesp_${random.id().slice(0, 5)}`;
  return {
    object: 'site-space',
    id,
    path: id.slice(7).toLowerCase(),
    section,
    space,
    title: space.title,
    default: true,
    hasAdvancedCustomizationFeature: false,
    urls: { published: `https://docs.example.com/docs/${id.slice(7).toLowerCase()}` },
  };
}

export function space(random: Random, organizationId: string, changeRequests: number): Space {
  const id = random.id();
  return {
    object: 'space',
    id,
    title: `${topic(random)} Guide`,
    emoji: '1f4d8',
    visibility: 'public',
    createdAt: random.moment(),
    updatedAt: random.moment(),
    editMode: 'live',
    organization: organizationId,
    parent: random.id(),
    revision: random.id(),
    defaultLevel: 'read',
    comments: random.below(40),
    changeRequests,
    changeRequestsOpen: changeRequests,
    changeRequestsDraft: 0,
    gitSync: {
      repoName: 'works/documentation',
      installationProvider: 'github',
      integration: 'github',
      url: 'https://git.example.com/works/documentation/tree/main',
      updatedAt: random.moment(),
    },
    urls: {
      location: `${api}/spaces/${id}`,
      app: `${app}/o/${organizationId}/s/${id}/`,
      published: 'https://docs.example.com/docs/guide/',
      icon: `https://files.example.com/spaces/${id}/icon.svg`,
    },
    permissions: {
      view: true,
      access: true,
      admin: true,
      viewInviteLinks: true,
      edit: true,
      triggerGitSync: true,
      comment: true,
      merge: true,
      review: true,
    },
  };
}

export function changeRequest(random: Random, spaceId: string, number: number, comments: number): ChangeRequest {
  const id = random.id();
  return {
    object: 'change-request',
    id,
    number,
    status: number % 4 === 0 ? 'draft' : 'open',
    subject: subject(random),
    createdBy: user(random),
    createdAt: random.moment(),
    updatedAt: random.moment(),
    revision: random.id(),
    revisionInitial: random.id(),
    comments,
    outdated: number % 3 === 0,
    urls: {
      location: `${api}/spaces/${spaceId}/change-requests/${id}`,
      app: `${app}/s/${spaceId}/~/changes/${number}/`,
    },
  };
}

/** What a comment and a reply have in common. */
function posted(random: Random, url: string, sentences: number) {
  return {
    postedBy: user(random),
    postedAt: random.moment(),
    reactions: random.below(2) === 0 ? [] : [reaction(random)],
    body: { markdown: markdown(random, sentences) },
    urls: { location: url },
    permissions: { view: true, edit: false, reply: true, delete: false },
  };
}

function reaction(random: Random): Reaction {
  return { emoji: '1f44d', count: 1, users: [{ user: user(random), reactedAt: random.moment() }] };
}

export function comment(random: Random, spaceId: string, changeRequestId: string, replies: number): Comment {
  const id = random.id();
  const url = `${api}/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${id}`;
  return {
    object: 'comment',
    id,
    ...posted(random, url, 2 + random.below(4)),
    replies,
    target: {
      changeRequest: changeRequestId,
      page: { id: random.id(), title: topic(random), path: 'guides/first-steps', outdated: false },
      space: spaceId,
      revision: random.id(),
    },
  };
}

export function reply(random: Random, spaceId: string, changeRequestId: string, commentId: string): CommentReply {
  const id = random.id();
  const url = `${api}/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${commentId}/replies/${id}`;
  return { object: 'comment-reply', id, ...posted(random, url, 1 + random.below(3)) };
}
