import { buildSite } from './examples/build-site.ts';
import type { Example } from './examples/example.ts';
import { conflict } from './examples/import.ts';
import * as reads from './examples/reads.ts';
import { review } from './examples/review.ts';
import { shareKey } from './examples/share-key.ts';
import { specification } from './examples/specification.ts';

export { type Example, variablesText } from './examples/example.ts';

/** The explorer's initial tabs, in their order. */
export const examples: readonly Example[] = [
  reads.nestedReads,
  reads.oneRoundTrip,
  reads.reviewQueue,
  reads.pages,
  reads.search,
  reads.membersAndTeams,
  reads.nodeIds,
  review,
  buildSite,
  shareKey,
  conflict,
  specification,
];

/** Selects ids for the examples' variables; `fillIds` finds them by the names of these aliases. */
export const startingIds = `query StartingIds {
  organization: organizations(first: 1) {
    nodes {
      id
      site: sites(first: 1) {
        nodes {
          id
          siteSpaces(first: 1) {
            nodes {
              space {
                id
                page: pages { id }
              }
            }
          }
        }
      }
    }
  }
}`;
