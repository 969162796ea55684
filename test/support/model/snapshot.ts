import {
  type Actor,
  type ChangeRequest,
  type Collection,
  type Comment,
  isOutdated,
  type Model,
  type ModelRecord,
  type PostedText,
  type Space,
  type Team,
} from './state.ts';

const ids = '(first: 1000) { nodes { id } }';
const posted = `body { markdown } postedBy { restId } editedAt reactions { emoji userCount users { user { restId } } }`;
const comment = `${posted} replyCount status resolvedBy { restId }`;

/** The query for everything that the model predicts. */
export const snapshotQuery = `query ($ids: [ID!]!, $site: ID!) {
  site: node(id: $site) { ... on Site { shareLinks ${ids} } }
  nodes(ids: $ids) {
    ... on Collection { title description defaultRole parent { id } spaces ${ids} }
    ... on Space { title emoji editMode defaultRole deletedAt parent { id } openCommentCount changeRequestCount
      openChangeRequestCount draftChangeRequestCount comments ${ids} openOnes: changeRequests ${ids} }
    ... on ChangeRequest { space { id } number subject status isOutdated openCommentCount createdBy { restId } comments ${ids} }
    ... on SpaceComment { ${comment} }
    ... on ChangeRequestComment { ${comment} replies ${ids} }
    ... on SpaceCommentReply { ${posted} comment { id } }
    ... on ChangeRequestCommentReply { ${posted} comment { id } }
    ... on ShareLink { name isActive }
    ... on Team { title memberCount members(first: 1000) { nodes { restId role } } }
  } }`;

/** The records of the model, in the order of `expectedSnapshot`. */
export function recordsOf(model: Model): ModelRecord[] {
  const { collections, spaces, changeRequests, comments, replies, shareLinks, teams } = model;
  return [collections, spaces, changeRequests, comments, replies, shareLinks, teams].flat();
}

/** The expected data of `snapshotQuery`, in the form of `comparable`. */
export function expectedSnapshot(model: Model) {
  const nodes = [
    ...unlessGone(model.collections, (one) => collectionOf(model, one)),
    ...unlessGone(model.spaces, (one) => spaceOf(model, one)),
    ...unlessGone(model.changeRequests, (one) => changeRequestOf(model, one)),
    ...unlessGone(model.comments, (one) => commentOf(model, one)),
    ...unlessGone(model.replies, (one) => ({ ...postedOf(model, one), comment: { id: one.comment.id } })),
    ...unlessGone(model.shareLinks, ({ name, isActive }) => ({ name, isActive })),
    ...unlessGone(model.teams, teamOf),
  ];
  return comparable({ site: { shareLinks: listed(model.shareLinks) }, nodes });
}

function unlessGone<Record extends ModelRecord>(records: Record[], show: (record: Record) => object) {
  return records.map((record) => (record.isRemoved ? null : show(record)));
}

function listed(records: readonly ModelRecord[]) {
  return { nodes: records.filter(({ isRemoved: isGone }) => !isGone).map(({ id }) => ({ id })) };
}

const idOf = (record: ModelRecord | undefined) => record && { id: record.id };
const userOf = ({ given }: Model, actor: Actor | undefined) => actor && { restId: given.users[actor] };

function collectionOf(model: Model, collection: Collection) {
  const { title, description, defaultRole, parent } = collection;
  const spaces = model.spaces.filter((space) => space.parent === collection && !space.isDeleted);
  return { title, description, defaultRole, parent: idOf(parent), spaces: listed(spaces) };
}

function spaceOf(model: Model, space: Space) {
  const { title, emoji, editMode, defaultRole, isDeleted, parent } = space;
  const changeRequests = model.changeRequests.filter((one) => one.space === space);
  const withStatus = (status: string) => changeRequests.filter((one) => one.status === status);
  return {
    title,
    emoji,
    editMode,
    defaultRole,
    deletedAt: isDeleted,
    parent: idOf(parent),
    openCommentCount: openOnes(commentsOn(model, space)),
    changeRequestCount: changeRequests.length,
    openChangeRequestCount: withStatus('open').length,
    draftChangeRequestCount: withStatus('draft').length,
    comments: listed(commentsOn(model, space)),
    openOnes: listed(withStatus('open')),
  };
}

function changeRequestOf(model: Model, changeRequest: ChangeRequest) {
  const { space, number, subject, status, createdBy } = changeRequest;
  const comments = commentsOn(model, space, changeRequest);
  return {
    space: idOf(space),
    number,
    subject,
    status,
    isOutdated: isOutdated(changeRequest),
    openCommentCount: openOnes(comments),
    createdBy: userOf(model, createdBy),
    comments: listed(comments),
  };
}

function commentsOn({ comments }: Model, space: Space, changeRequest?: ChangeRequest): Comment[] {
  return comments.filter((one) => one.space === space && one.changeRequest === changeRequest);
}

const openOnes = (comments: Comment[]) =>
  comments.filter(({ isRemoved: isGone, resolvedBy }) => !isGone && resolvedBy === undefined).length;

function commentOf(model: Model, comment: Comment) {
  const replies = model.replies.filter((reply) => reply.comment === comment);
  return {
    ...postedOf(model, comment),
    replyCount: replies.filter(({ isRemoved: isGone }) => !isGone).length,
    status: comment.resolvedBy === undefined ? 'open' : 'resolved',
    resolvedBy: userOf(model, comment.resolvedBy),
    // The contract has no list of replies to a comment on a space.
    ...(comment.changeRequest && { replies: listed(replies) }),
  };
}

function postedOf(model: Model, { markdown, postedBy, isEdited, reactions }: PostedText) {
  const emojis = [...new Set(reactions.map(({ emoji }) => emoji))];
  return {
    body: { markdown },
    postedBy: userOf(model, postedBy),
    editedAt: isEdited,
    reactions: emojis.map((emoji) => {
      const users = reactions.filter((one) => one.emoji === emoji).map(({ by }) => ({ user: userOf(model, by) }));
      return { emoji, userCount: users.length, users };
    }),
  };
}

function teamOf({ title, members }: Team) {
  const nodes = [...members].map(([restId, role]) => ({ restId, role }));
  return { title, memberCount: members.size, members: { nodes } };
}

/**
 * Reduces a value to what the model predicts: lists of records without their order, times as whether they are set, and
 * no nulls.
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
