import { graphql } from 'relay-runtime';

graphql`
  query CreatorName($id: ID!) @throwOnFieldError {
    node(id: $id) {
      ... on ChangeRequest {
        createdBy {
          displayName
        }
      }
    }
  }
`;

graphql`
  query CreatorRestId($id: ID!) {
    node(id: $id) {
      ... on ChangeRequest {
        createdBy {
          restId
        }
      }
    }
  }
`;
