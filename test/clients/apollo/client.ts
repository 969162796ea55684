import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from 'docgraph/client';

export function createClient(url: string, token: string, fetch?: typeof globalThis.fetch): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` }, fetch }),
    // The types of interfaces, for fragments such as `... on Content`; the pages of connections; the parts of records.
    cache: new InMemoryCache({ possibleTypes, typePolicies }),
  });
}
