import { expect, it } from 'vitest';
import type { SiteList } from '../support/site-list.ts';
import { connect, mount, page, settled, sites, titles, visibilities } from './watched-list.ts';

const queries = [titles, visibilities, sites(`nodes { id } ${page} totalCount`)];

/** Numbers that a seed repeats. */
function generator(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

type Mounted = Awaited<ReturnType<typeof mount>> & { first: number };

/** Does something that a page with several lists could, such as a mount, a further page, or a change of the list at the service. */
async function step(
  random: (limit: number) => number,
  list: SiteList,
  open: (first: number) => Promise<void>,
  mounted: Mounted[],
) {
  const action = random(8);
  const query = mounted[random(mounted.length)];
  if (!query || (action < 2 && mounted.length < 4)) await open(1 + random(4));
  else if (action < 5) await moreOf(query);
  else if (action === 5) await query.observable.refetch();
  else if (action === 6) list.ids.splice(random(8), 0, `n${random(1000)}`);
  else list.ids.splice(random(5), list.ids.length > 6 ? 1 : 0);
  await settled(20);
}

async function moreOf(query: Mounted) {
  if (query.list()?.pageInfo?.hasNextPage) await query.more();
}

const idsOf = ({ list }: Mounted) =>
  list()?.edges?.map(({ node }) => node.id) ?? list()?.nodes?.map(({ id }) => id) ?? [];

it.each([1, 2, 3, 4, 5, 6])('has each list in full, without needless requests, whatever happens: %i', async (seed) => {
  const { client, list } = connect();
  const random = generator(seed);
  const mounted: Mounted[] = [];
  const open = async (first: number) => {
    const query = await mount(client, queries[random(queries.length)] ?? titles, { first });
    mounted.push({ ...query, first });
  };
  for (let i = 0; i < 20; i++) {
    const before = list.requests.length;
    await step(random, list, open, mounted);
    expect(list.requests.length - before).toBeLessThanOrEqual(mounted.length + 1);
    for (const query of mounted) expect(new Set(idsOf(query)).size).toBe(idsOf(query).length || -1);
  }
  for (const { observable } of mounted) await observable.refetch();
  await settled();
  for (const query of mounted) await moreOf(query);
  for (const query of mounted) {
    const ids = idsOf(query);
    expect(ids).toEqual(list.ids.slice(0, ids.length));
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(query.first * 2, list.ids.length));
    expect(query.list()?.pageInfo).toMatchObject({
      endCursor: `c${ids.at(-1)}`,
      hasNextPage: ids.length < list.ids.length,
    });
  }
});
