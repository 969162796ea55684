import type { Example } from './example.ts';

export const review: Example = {
  title: 'Review flow',
  about: 'Open a change request, comment, reply, react, resolve and merge, step by step.',
  variables: { spaceId: '', subject: 'Say how long webhooks are retried', changeRequestId: '', commentId: '' },
  query: `# A review from beginning to end. Run the operations one
# after the other: the play button lists them. Each answer
# puts the ids that the next step needs into the Variables
# pane. On a real service, this changes its content.
mutation OpenChangeRequest($spaceId: ID!, $subject: String) {
  createChangeRequest(input: { spaceId: $spaceId, subject: $subject }) {
    changeRequest { id number subject status }
    userErrors { field message }
  }
}

mutation CommentOnIt($changeRequestId: ID!) {
  createChangeRequestComment(
    input: {
      changeRequestId: $changeRequestId
      body: { markdown: "Is this also true of **test mode**?" }
    }
  ) {
    comment { id body { markdown } postedBy { displayName } }
    userErrors { field message }
  }
}

mutation ReplyToIt($commentId: ID!) {
  createChangeRequestCommentReply(
    input: { commentId: $commentId, body: { markdown: "Yes, in both." } }
  ) {
    reply { id body { markdown } comment { restId } }
    userErrors { field message }
  }
}

mutation ReactToIt($commentId: ID!) {
  updateChangeRequestComment(input: { id: $commentId, addedReactions: ["1f44d"] }) {
    comment { id reactions { emoji count } }
    userErrors { field message }
  }
}

mutation ResolveIt($commentId: ID!) {
  updateChangeRequestComment(input: { id: $commentId, resolved: true }) {
    comment { id status resolvedAt resolvedBy { displayName } }
    userErrors { field message }
  }
}

mutation MergeIt($changeRequestId: ID!) {
  mergeChangeRequest(input: { id: $changeRequestId }) {
    changeRequest { id number status }
    mergedRevisionId
    userErrors { field message }
  }
}
`,
};
