export const parents = {
  Comment: "Reference<Entities['SpaceComment']> | Reference<Entities['ChangeRequestComment']>",
  CommentReply: "Reference<Entities['SpaceCommentReply']> | Reference<Entities['ChangeRequestCommentReply']>",
  Reaction: 'contract#Reaction',
  ReactionUser: 'contract#ReactionUser',
  CommentBody: 'contract#CommentBody',
  CommentTarget: 'parent-types#Target',
  CommentTargetNode: 'contract#TargetNode',
  CommentTargetPage: 'parent-types#PageOfTarget',
};
