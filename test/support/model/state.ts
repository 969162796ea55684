/** The users of the model: an admin of the organization, and members with the roles `edit` and `read`. */
export type Actor = 'admin' | 'editor' | 'reader';

/** Levels and roles, lowest first. */
export const levels = ['READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN'] as const;
export type Level = (typeof levels)[number];

const roles: Record<Actor, Level> = { admin: 'ADMIN', editor: 'EDIT', reader: 'READ' };

/** The codes with which the gateway may reject a mutation. */
export type RejectionCode =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'INVALID'
  | 'TOO_LONG'
  | 'TOO_SHORT';

/** A record of the model with its global id. Deleted records stay in the model, for steps that use them again. */
export interface ModelRecord {
  id: string;
  isRemoved: boolean;
}

export interface Collection extends ModelRecord {
  title: string;
  description: string | undefined;
  defaultRole: Level | null;
  parent: Collection | undefined;
}

export interface Space extends ModelRecord {
  title: string;
  emoji: string;
  editMode: 'LIVE' | 'LOCKED';
  defaultRole: Level | null;
  parent: Collection | undefined;
  /** Number of changes of its content. */
  revision: number;
  /** A deleted space can still be read and restored. */
  isDeleted: boolean;
}

export interface ChangeRequest extends ModelRecord {
  space: Space;
  number: number;
  subject: string;
  status: string;
  createdBy: Actor;
  /** The revision of the space that it was last updated with. */
  ancestor: number;
}

/** A comment or a reply. */
export interface PostedText extends ModelRecord {
  postedBy: Actor;
  markdown: string;
  isEdited: boolean;
  reactions: { emoji: string; by: Actor }[];
}

export interface Comment extends PostedText {
  space: Space;
  changeRequest: ChangeRequest | undefined;
  resolvedBy: Actor | undefined;
}

export interface Reply extends PostedText {
  comment: Comment;
}

export interface ShareLink extends ModelRecord {
  name: string;
  isActive: boolean;
}

export interface Team extends ModelRecord {
  title: string;
  /** Roles by the users' REST ids. */
  members: Map<string, 'OWNER' | 'MEMBER'>;
}

/** Ids of records that existed before the model. */
export interface ExistingRecords {
  organization: string;
  site: string;
  space: string;
  /** REST ids of the actors. */
  users: Readonly<Record<Actor, string>>;
  /** REST ids of other members of the organization. */
  others: readonly string[];
}

/** The expected state of the service. */
export class Model {
  readonly given: ExistingRecords;
  readonly collections: Collection[] = [];
  readonly spaces: Space[];
  readonly changeRequests: ChangeRequest[] = [];
  readonly comments: Comment[] = [];
  readonly replies: Reply[] = [];
  readonly shareLinks: ShareLink[] = [];
  readonly teams: Team[] = [];

  constructor(given: ExistingRecords) {
    this.given = given;
    const space = { title: 'Model', emoji: '🧪', editMode: 'LIVE', defaultRole: null, parent: undefined } as const;
    this.spaces = [{ ...space, id: given.space, isRemoved: false, isDeleted: false, revision: 0 }];
  }
}

/** The record at an index modulo their number; undefined if there are none. */
export function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % items.length];
}

const isAtLeast = (level: Level, needed: Level) => levels.indexOf(level) >= levels.indexOf(needed);

/** The rejection of an actor without the level in the organization. */
export function rejectedInOrganization(actor: Actor, needed: Level): RejectionCode | undefined {
  return isAtLeast(roles[actor], needed) ? undefined : 'FORBIDDEN';
}

/** The rejection of an actor without the level on a space, or of a change to a deleted space. */
export function rejectedOn(space: Space, actor: Actor, needed: Level): RejectionCode | undefined {
  if (!isAtLeast(roleOn(space, actor), needed)) return 'FORBIDDEN';
  return space.isDeleted ? 'CONFLICT' : undefined;
}

/** The actor's level on a space. A default level limits everyone except admins; spaces inherit it from collections. */
export function roleOn(space: Space, actor: Actor): Level {
  const limit = levelOf(space);
  const role = roles[actor];
  return actor === 'admin' || limit === null || !isAtLeast(role, limit) ? role : limit;
}

function levelOf({ defaultRole, parent }: Space | Collection): Level | null {
  return defaultRole ?? (parent === undefined ? null : levelOf(parent));
}

/** The rejection for a deleted collection, or of an actor without the level. */
export function rejectedIn(collection: Collection, actor: Actor, needed: Level): RejectionCode | undefined {
  return collection.isRemoved ? 'NOT_FOUND' : rejectedInOrganization(actor, needed);
}

/** The same for a collection that an input names as a parent. */
export function rejectedBelow(parent: Collection, actor: Actor, needed: Level): RejectionCode | undefined {
  return parent.isRemoved ? 'INVALID' : rejectedInOrganization(actor, needed);
}

export function isOutdated({ status, ancestor, space }: ChangeRequest): boolean {
  return isOpen(status) && ancestor !== space.revision;
}

export const isOpen = (status: string) => status === 'draft' || status === 'open';

/** The rejection of texts that are too long. */
export function tooLong(most: number, ...texts: (string | undefined)[]): RejectionCode | undefined {
  return texts.some((text) => text !== undefined && [...text].length > most) ? 'TOO_LONG' : undefined;
}
