import { type Attack, post, times } from '../../support/attacks/attacks.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import type { Reply } from '../../support/upstreams/fault-upstream.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../../support/upstreams/plentiful-responses.ts';
import type { Group } from './groups.ts';

const blankLines = '\n'.repeat(13_000);
const organizationIds = times(100, (i) => `"${globalIdOf('Organization', `o${i}`)}"`, ',');
/** A member's id of another type fails each field, without a REST call. */
const wrongId = globalIdOf('Space', 's');
export const wrongIds = `{nodes(ids:[${organizationIds}]){... on Organization{${times(499, (i) => `a${i}:member(id:"${wrongId}"){role}`)}}}}`;
export const forbiddenLists = `{organizations(first:999){nodes{${times(499, (i) => `a${i}:sites{totalCount}`)}}}}`;
/** The promise of each id is rejected at once, and more are waited for than may be at the same time. */
const invalidIds = `query($ids:[ID!]!){${times(100, (i) => `a${i}:nodes(ids:$ids){id}`)}}`;
const manyIds = JSON.stringify({ ids: Array.from({ length: 100 }, (_, i) => `x${i}`) });
const invalidWindows = `{organizations(first:1000){nodes{${times(499, (i) => `a${i}:sites(first:-1){totalCount}`)}}}}`;

/** The lists below organizations are forbidden. */
export const forbidden: Reply = (response, request) =>
  (/^\/v1\/orgs\/[^/]+\/./.test(request.url) ? json({ message: 'No.' }, 403) : plentifulResponses)(response, request);

const codes = ['OPERATION_TOO_EXPENSIVE', 'BAD_USER_INPUT', 'FORBIDDEN', 'NOT_FOUND'];
/** At most as many errors as are listed, each of some 200 bytes. */
const expected = { status: 200, code: codes, maxLength: 1_048_576 } as const;

/** Every call is answered with 404. */
const missing: Reply = json({ message: 'No.' }, 404);
/** What a merged list selects is found to be invalid when its calls have started: nobody waits for them, and they fail. */
const nullCondition = `query($v:Boolean=false){space(id:"s"){title changeRequests(orderBy:{field:CREATED_AT,direction:DESC}){totalCount @skip(if:$v)}}}`;

const attacks: Attack[] = [
  {
    name: 'a condition that is null below a merged list that is missing',
    message: () => post(nullCondition, '{"v":null}'),
    upstream: missing,
    expected: { ...expected, calls: [1, 2] },
  },
  {
    name: '499 aliases of an invalid id on 100 nodes',
    message: () => post(wrongIds),
    expected: { ...expected, calls: [0, 200] },
  },
  {
    name: 'the same behind 13,000 blank lines',
    message: () => post(blankLines + wrongIds),
    expected: { ...expected, calls: [0, 200] },
  },
  {
    name: '499 aliases of a forbidden list on 999 nodes',
    message: () => post(forbiddenLists),
    upstream: forbidden,
    expected: { ...expected, calls: [2, 1000] },
  },
  {
    name: 'the same behind 13,000 blank lines, of a forbidden list',
    message: () => post(blankLines + forbiddenLists),
    upstream: forbidden,
    expected: { ...expected, calls: [2, 1000] },
  },
  {
    name: 'three of those at once',
    copies: 3,
    message: () => post(blankLines + forbiddenLists),
    upstream: forbidden,
    expected: { ...expected, calls: [2, 3000] },
  },
  {
    name: '499 aliases of an invalid window on 1,000 nodes',
    message: () => post(invalidWindows),
    expected: { ...expected, calls: 1 },
  },
  {
    name: '100 aliases of 100 invalid ids',
    message: () => post(invalidIds, manyIds),
    expected: { ...expected, calls: 0 },
  },
];

/** Documents whose fields fail again and again, with the heap of the Kubernetes manifest. */
export const errorAttacks: Group = {
  name: 'errors of many fields',
  settings: { NODE_FLAGS: '--max-old-space-size=768' },
  rounds: 20,
  attacks,
};
