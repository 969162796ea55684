import type { Example } from './example.ts';

/** The page that both change requests import. */
const page = `data:text/html,${encodeURIComponent('<h1>Webhook retries</h1><p>A webhook is retried for <b>six hours</b>.</p>')}`;

export const conflict: Example = {
  title: 'OpenTwoChangeRequests',
  description: 'Two change requests import the same page; the second must be updated before its merge.',
  variables: { spaceId: '', url: page, firstId: '', secondId: '' },
  query: `# Two change requests import the same page. Execute the
# operations one after the other: the play button lists
# them. The second merge fails with CONFLICT, until the
# change request is updated with the main content.
# On a real service, this changes its content.
mutation OpenTwoChangeRequests($spaceId: ID!) {
  one: createChangeRequest(input: { spaceId: $spaceId, subject: "Import the guide" }) {
    first: changeRequest { id number }
    userErrors { field message }
  }
  two: createChangeRequest(input: { spaceId: $spaceId, subject: "Import it again" }) {
    second: changeRequest { id number }
    userErrors { field message }
  }
}

mutation ImportTheSamePage($firstId: ID!, $secondId: ID!, $url: URL!) {
  one: importChangeRequestContent(
    input: { changeRequestId: $firstId, url: $url, source: "website" }
  ) {
    importedResourceCount
    totalResourceCount
    userErrors { field message }
  }
  two: importChangeRequestContent(
    input: { changeRequestId: $secondId, url: $url, source: "website" }
  ) {
    changeRequest { pages { title path markdown } }
    userErrors { field message }
  }
}

mutation MergeTheFirst($firstId: ID!) {
  mergeChangeRequest(input: { id: $firstId }) {
    changeRequest { number status }
    userErrors { field code message }
  }
}

mutation MergeTheSecond($secondId: ID!) {
  mergeChangeRequest(input: { id: $secondId }) {
    changeRequest { number status }
    userErrors { field code message }
  }
}

mutation UpdateTheSecond($secondId: ID!) {
  updateChangeRequestFromMain(input: { id: $secondId }) {
    result
    changeRequest { isOutdated pages { title path } }
    userErrors { field code message }
  }
}

query ReadPages($spaceId: ID!) {
  space(id: $spaceId) { pages { title path } }
}
`,
};
