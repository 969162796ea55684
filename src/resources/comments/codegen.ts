export const parents = {
  Comment: "Reference<Entities['SpaceComment']> | Reference<Entities['ChangeRequestComment']>",
  CommentReply: "Reference<Entities['SpaceCommentReply']> | Reference<Entities['ChangeRequestCommentReply']>",
  CommentPermissions: 'contract#CommentPermissions',
  Reaction: 'contract#Reaction',
  ReactionUser: 'contract#ReactionUser',
  CommentBody: 'contract#CommentBody',
  CommentTarget: 'parent-types#Target',
  CommentTargetDocumentNode: 'contract#TargetNode',
  CommentTargetPage: 'parent-types#PageOfTarget',
};

export const connections = {
  Comment: {
    item: 'contract#Comment',
    node: "Reference<Entities['SpaceComment']> | Reference<Entities['ChangeRequestComment']>",
  },
};
