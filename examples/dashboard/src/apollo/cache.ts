import { InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from 'docgraph/client';

/** The normalized cache: it joins the pages of lists, keeps lists with other filters apart, and knows users by their REST id. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({ possibleTypes, typePolicies });
}
