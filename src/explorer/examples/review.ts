import type { Example } from './example.ts';

export const review: Example = {
  title: 'OpenChangeRequest',
  description: 'Open a change request, comment, reply, react, resolve and merge, step by step.',
  variables: { spaceId: '', subject: 'Say how long webhooks are retried', changeRequestId: '', commentId: '' },
  query: `# A review from start to merge. Execute the operations one
# after the other: the play button lists them. Each response
# fills the ids for the next step into the Variables pane.
# On a real service, this changes its content.
mutation OpenChangeRequest($spaceId: ID!, $subject: String) {
  createChangeRequest(input: { spaceId: $spaceId, subject: $subject }) {
    changeRequest { id number subject status }
    userErrors { field message }
  }
}

mutation AddComment($changeRequestId: ID!) {
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

mutation AddReply($commentId: ID!) {
  createChangeRequestCommentReply(
    input: { commentId: $commentId, body: { markdown: "Yes, in both." } }
  ) {
    reply { id body { markdown } comment { restId } }
    userErrors { field message }
  }
}

mutation AddReaction($commentId: ID!) {
  updateChangeRequestComment(input: { id: $commentId, addedReactions: ["1f44d"] }) {
    comment { id reactions { emoji userCount } }
    userErrors { field message }
  }
}

mutation ResolveComment($commentId: ID!) {
  updateChangeRequestComment(input: { id: $commentId, isResolved: true }) {
    comment { id status resolvedAt resolvedBy { displayName } }
    userErrors { field message }
  }
}

mutation MergeChangeRequest($changeRequestId: ID!) {
  mergeChangeRequest(input: { id: $changeRequestId }) {
    changeRequest { id number status }
    mergedRevisionId
    userErrors { field message }
  }
}
`,
};
