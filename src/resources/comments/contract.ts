import { z } from 'zod';
import { byDefault, namingUsers } from '../../engine/contract/endpoint.ts';
import { dateTime, format, kind, open, order, permissions, urls, user } from '../shared/contract.ts';

/** The text of a comment; a choice of variants, of which the contract describes `markdown`. */
export const body = z.object({ markdown: z.string().optional() });
export type CommentBody = z.infer<typeof body>;

const reactionUser = z.object({ user: user.optional(), reactedAt: dateTime.optional() });
export type ReactionUser = z.infer<typeof reactionUser>;

export const reaction = z.object({
  emoji: z.string().optional(),
  count: z.number().optional(),
  users: z.array(reactionUser).optional(),
});
export type Reaction = z.infer<typeof reaction>;

/** What comments and replies have in common. */
const posted = {
  id: z.string(),
  postedBy: user.optional(),
  postedAt: dateTime.optional(),
  editedAt: dateTime.optional(),
  reactions: z.array(reaction).optional(),
  body: body.optional(),
  urls: urls('location').optional(),
  permissions: permissions('view', 'edit', 'reply', 'delete').optional(),
};

const targetNode = z.object({ id: z.string().optional(), preview: z.string().optional() });
export type TargetNode = z.infer<typeof targetNode>;

const targetPage = z.object({
  id: z.string(),
  title: z.string().optional(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
  path: z.string().optional(),
  outdated: z.boolean().optional(),
});
export type TargetPage = z.infer<typeof targetPage>;

export const comment = z.object({
  object: kind('comment').optional(),
  ...posted,
  replies: z.number().optional(),
  target: z
    .object({
      node: targetNode.optional(),
      changeRequest: z.string().optional(),
      review: z.string().optional(),
      page: targetPage.optional(),
      space: z.string().optional(),
      revision: z.string().optional(),
    })
    .optional(),
  status: open('resolved').optional(),
  resolvedAt: dateTime.optional(),
  resolvedBy: user.optional(),
});
export type Comment = z.infer<typeof comment>;

export type CommentPermissions = NonNullable<Comment['permissions']>;

export const commentReply = z.object({ object: kind('comment-reply').optional(), ...posted });
export type CommentReply = z.infer<typeof commentReply>;

/** The filters of both comment lists. */
export const commentFilters = {
  ...order,
  status: byDefault(open('all', 'resolved').optional(), 'all'),
  ...format,
  targetPage: z.string().optional(),
  authors: namingUsers(z.array(z.string()).optional()),
};

const newBody = z.strictObject({ markdown: z.string() });
const reactions = {
  addedReactions: z.array(z.string()).optional(),
  removedReactions: z.array(z.string()).optional(),
};

export const commentCreate = z.strictObject({
  node: z.string().optional(),
  page: z.string().optional(),
  body: newBody,
});
export const commentUpdate = z.strictObject({
  resolved: z.boolean().optional(),
  body: newBody.optional(),
  ...reactions,
});
export const replyCreate = z.strictObject({ body: newBody });
export const replyUpdate = z.strictObject({ body: newBody.optional(), ...reactions });
export type CommentTarget = NonNullable<Comment['target']>;
