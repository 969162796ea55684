import type { Actor, ChangeRequest, Comment, Kept, Model, Posted, Space } from './state.ts';
import { isOutdated } from './state.ts';

const ids = '(first: 1000) { nodes { id } }';
const posted = `body { markdown } postedBy { restId } editedAt reactions { emoji count users { user { restId } } }`;
const comment = `${posted} replyCount status resolvedBy { restId }`;

/** All that the model tells of the records, to ask the gateway for. */
export const lookDocument = `query ($ids: [ID!]!, $site: ID!) {
  site: node(id: $site) { ... on Site { shareLinks ${ids} } }
  nodes(ids: $ids) {
    ... on Collection { title description defaultLevel parent { id } spaces ${ids} }
    ... on Space { title emoji editMode defaultLevel deletedAt parent { id } openCommentCount changeRequestCount
      openChangeRequestCount draftChangeRequestCount comments ${ids} openOnes: changeRequests ${ids} }
    ... on ChangeRequest { space { id } number subject status isOutdated openCommentCount createdBy { restId } comments ${ids} }
    ... on SpaceComment { ${comment} }
    ... on ChangeRequestComment { ${comment} replies ${ids} }
    ... on SpaceCommentReply { ${posted} comment { id } }
    ... on ChangeRequestCommentReply { ${posted} comment { id } }
    ... on ShareLink { name isActive }
    ... on Team { title memberCount members(first: 1000) { nodes { restId role } } }
  } }`;

/** The records that the model tells of, in the order in which `expectedLook` has them. */
export function recordsOf(model: Model): Kept[] {
  const { collections, spaces, changeRequests, comments, replies, shareLinks, teams } = model;
  return [collections, spaces, changeRequests, comments, replies, shareLinks, teams].flat();
}

/** What the gateway must answer to a look, in the form that `comparable` gives. */
export function expectedLook(model: Model) {
  const userOf = (actor: Actor | undefined) => actor && { restId: model.given.users[actor] };
  const listed = (items: readonly Kept[]) => ({
    nodes: items.filter(({ isGone }) => !isGone).map(({ id }) => ({ id })),
  });
  const commentsOn = (space: Space, changeRequest?: ChangeRequest) =>
    model.comments.filter((one) => one.space === space && one.changeRequest === changeRequest);
  const open = (comments: Comment[]) => comments.filter((one) => !one.isGone && one.resolvedBy === undefined).length;

  const post = ({ markdown, postedBy, isEdited, reactions }: Posted) => ({
    body: { markdown },
    postedBy: userOf(postedBy),
    editedAt: isEdited,
    reactions: [...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
      const by = reactions.filter((one) => one.emoji === emoji);
      return { emoji, count: by.length, users: by.map((one) => ({ user: userOf(one.by) })) };
    }),
  });
  const onlyId = (record: Kept | undefined) => record && { id: record.id };
  const unlessGone = <Record extends Kept>(records: Record[], show: (record: Record) => object) =>
    records.map((record) => (record.isGone ? null : show(record)));

  const nodes = [
    ...unlessGone(model.collections, (collection) => ({
      title: collection.title,
      description: collection.description,
      defaultLevel: collection.defaultLevel,
      parent: onlyId(collection.parent),
      spaces: listed(model.spaces.filter((space) => space.parent === collection && !space.isDeleted)),
    })),
    ...unlessGone(model.spaces, (space) => {
      const changeRequests = model.changeRequests.filter((one) => one.space === space);
      const withStatus = (status: string) => changeRequests.filter((one) => one.status === status);
      return {
        title: space.title,
        emoji: space.emoji,
        editMode: space.editMode,
        defaultLevel: space.defaultLevel,
        deletedAt: space.isDeleted,
        parent: onlyId(space.parent),
        openCommentCount: open(commentsOn(space)),
        changeRequestCount: changeRequests.length,
        openChangeRequestCount: withStatus('open').length,
        draftChangeRequestCount: withStatus('draft').length,
        comments: listed(commentsOn(space)),
        openOnes: listed(withStatus('open')),
      };
    }),
    ...unlessGone(model.changeRequests, (one) => ({
      space: onlyId(one.space),
      number: one.number,
      subject: one.subject,
      status: one.status,
      isOutdated: isOutdated(one),
      openCommentCount: open(commentsOn(one.space, one)),
      createdBy: userOf(one.createdBy),
      comments: listed(commentsOn(one.space, one)),
    })),
    ...unlessGone(model.comments, (one) => {
      const replies = model.replies.filter((reply) => reply.comment === one);
      return {
        ...post(one),
        replyCount: replies.filter(({ isGone }) => !isGone).length,
        status: one.resolvedBy === undefined ? 'open' : 'resolved',
        resolvedBy: userOf(one.resolvedBy),
        ...(one.changeRequest && { replies: listed(replies) }),
      };
    }),
    ...unlessGone(model.replies, (reply) => ({ ...post(reply), comment: onlyId(reply.comment) })),
    ...unlessGone(model.shareLinks, ({ name, isActive }) => ({ name, isActive })),
    ...unlessGone(model.teams, ({ title, members }) => ({
      title,
      memberCount: members.size,
      members: { nodes: [...members].map(([restId, role]) => ({ restId, role })) },
    })),
  ];
  return comparable({ site: { shareLinks: listed(model.shareLinks) }, nodes });
}

/**
 * A value that tells only what the model does: lists of records without their order, times by whether they are there,
 * nothing where there is null.
 */
export function comparable(value: unknown, name = ''): unknown {
  if (name.endsWith('At')) return Boolean(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => comparable(item));
    const isSet = value.some((item) => typeof item?.id === 'string' || typeof item?.restId === 'string');
    return isSet ? items.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => key.endsWith('At') || inner != null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, comparable(inner, key)]));
}
