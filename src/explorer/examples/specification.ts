import type { Example } from './example.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { summary: 'List the pets', responses: { 200: { description: 'The pets' } } } } },
};

export const specification: Example = {
  title: 'AddSpecification',
  description: 'A specification from pending to complete, then to an error that keeps its version.',
  variables: {
    organizationId: '',
    slug: 'pets-api',
    url: `data:application/json,${encodeURIComponent(JSON.stringify(document))}`,
    brokenUrl: 'data:text/plain,Hello',
  },
  query: `# A specification is pending until the service has read it.
# Execute the operations one after the other: the play
# button lists them. Execute ReadSpecification again until
# processingState changes; the sandbox needs about a second.
# On a real service, this creates a specification.
mutation AddSpecification($organizationId: ID!, $slug: String!, $url: URL!) {
  upsertOpenApiSpec(
    input: { organizationId: $organizationId, slug: $slug, source: { url: $url } }
  ) {
    openApiSpec { processingState }
    userErrors { field message }
  }
}

query ReadSpecification($organizationId: ID!, $slug: String!) {
  organization(id: $organizationId) {
    openApiSpec(by: { slug: $slug }) {
      processingState
      lastProcessErrorCode
      lastProcessedAt
      versions { totalCount }
      latestVersion { content { filesystem } }
    }
  }
}

mutation BreakSpecification($organizationId: ID!, $slug: String!, $brokenUrl: URL!) {
  upsertOpenApiSpec(
    input: {
      organizationId: $organizationId
      slug: $slug
      source: { url: $brokenUrl }
    }
  ) {
    openApiSpec { processingState }
    userErrors { field message }
  }
}
`,
};
