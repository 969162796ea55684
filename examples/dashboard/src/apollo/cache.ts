import { InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from 'docgraph/client';

/** The normalized cache: it joins the pages of lists and the parts of records, and keeps lists with other filters apart. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({ possibleTypes, typePolicies });
}
