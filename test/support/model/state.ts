/** Who acts: an admin of the organization, and members with the roles `edit` and `read`. */
export type Actor = 'admin' | 'editor' | 'reader';

/** What a level or a role lets somebody do, the lowest first. */
export const levels = ['READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN'] as const;
export type Level = (typeof levels)[number];

const roles: Record<Actor, Level> = { admin: 'ADMIN', editor: 'EDIT', reader: 'READ' };

/** Codes of what may be said instead of doing what was asked for. */
export type Refusal =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'INVALID'
  | 'TOO_LONG'
  | 'TOO_SHORT';

/** A record of the model, with the global id that the service gave it. Deleted ones are kept, to be asked for again. */
export interface Kept {
  id: string;
  isGone: boolean;
}

export interface Collection extends Kept {
  title: string;
  description: string | undefined;
  defaultLevel: Level | null;
  parent: Collection | undefined;
}

export interface Space extends Kept {
  title: string;
  emoji: string;
  editMode: 'LIVE' | 'LOCKED';
  defaultLevel: Level | null;
  parent: Collection | undefined;
  /** How often its content has changed. */
  revision: number;
  /** A deleted space can still be seen, and restored. */
  isDeleted: boolean;
}

export interface ChangeRequest extends Kept {
  space: Space;
  number: number;
  subject: string;
  status: string;
  createdBy: Actor;
  /** The revision of the space that it was last brought up to date with. */
  ancestor: number;
}

/** A comment or a reply. */
export interface Posted extends Kept {
  postedBy: Actor;
  markdown: string;
  isEdited: boolean;
  reactions: { emoji: string; by: Actor }[];
}

export interface Comment extends Posted {
  space: Space;
  changeRequest: ChangeRequest | undefined;
  resolvedBy: Actor | undefined;
}

export interface Reply extends Posted {
  comment: Comment;
}

export interface ShareLink extends Kept {
  name: string;
  isActive: boolean;
}

export interface Team extends Kept {
  title: string;
  /** Roles by the users' REST ids. */
  members: Map<string, 'OWNER' | 'MEMBER'>;
}

/** Ids that were there before the model. */
export interface Given {
  organization: string;
  site: string;
  space: string;
  /** REST ids of the actors. */
  users: Readonly<Record<Actor, string>>;
  /** REST ids of other members of the organization. */
  others: readonly string[];
}

/** What the service must hold, by the plainest means. */
export class Model {
  readonly given: Given;
  readonly collections: Collection[] = [];
  readonly spaces: Space[];
  readonly changeRequests: ChangeRequest[] = [];
  readonly comments: Comment[] = [];
  readonly replies: Reply[] = [];
  readonly shareLinks: ShareLink[] = [];
  readonly teams: Team[] = [];

  constructor(given: Given) {
    this.given = given;
    const space = { title: 'Model', emoji: '', editMode: 'LIVE', defaultLevel: null, parent: undefined } as const;
    this.spaces = [{ ...space, id: given.space, isGone: false, isDeleted: false, revision: 0 }];
  }
}

/** One of the records, by any number; undefined where there are none. */
export function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % items.length];
}

const isAtLeast = (level: Level, needed: Level) => levels.indexOf(level) >= levels.indexOf(needed);

/** Refuses what an actor may not do in the organization. */
export function refusedInOrganization(actor: Actor, needed: Level): Refusal | undefined {
  return isAtLeast(roles[actor], needed) ? undefined : 'FORBIDDEN';
}

/** Refuses what an actor may not do with a space, and changes of one that is deleted. */
export function refusedOn(space: Space, actor: Actor, needed: Level): Refusal | undefined {
  if (!isAtLeast(roleOn(space, actor), needed)) return 'FORBIDDEN';
  return space.isDeleted ? 'CONFLICT' : undefined;
}

/** A level limits everybody but admins, in a collection also those of the spaces inside that set none of their own. */
export function roleOn(space: Space, actor: Actor): Level {
  const limit = levelOf(space);
  const role = roles[actor];
  return actor === 'admin' || limit === null || !isAtLeast(role, limit) ? role : limit;
}

function levelOf({ defaultLevel, parent }: Space | Collection): Level | null {
  return defaultLevel ?? (parent === undefined ? null : levelOf(parent));
}

/** Refuses what is gone, and then what an actor may not do. */
export function refusedIn(collection: Collection, actor: Actor, needed: Level): Refusal | undefined {
  return collection.isGone ? 'NOT_FOUND' : refusedInOrganization(actor, needed);
}

export function isOutdated({ status, ancestor, space }: ChangeRequest): boolean {
  return isOpen(status) && ancestor !== space.revision;
}

export const isOpen = (status: string) => status === 'draft' || status === 'open';

/** Refuses texts that have more characters than they may. */
export function tooLong(most: number, ...texts: (string | undefined)[]): Refusal | undefined {
  return texts.some((text) => text !== undefined && [...text].length > most) ? 'TOO_LONG' : undefined;
}
