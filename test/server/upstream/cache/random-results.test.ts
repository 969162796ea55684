import { afterEach, expect, it } from 'vitest';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { createRandom } from '../../../../src/sandbox/random.ts';
import { ask } from '../../../support/cache/ask.ts';
import { startGateway } from '../../../support/gateways/gateway.ts';
import { parseMetrics, sumOf } from '../../../support/services/metrics.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Random queries and mutations; for more: `CACHE_RESULT_STEPS=20000 npx vitest run test/server/upstream/cache/random-results.test.ts`. */
const steps = Number(process.env.CACHE_RESULT_STEPS ?? 100);

it(
  'no kept result is older than a mutation',
  async () => {
    const sandbox = await createSandbox();
    const upstream = await sandbox.listen();
    const [cached, direct] = [
      await startGateway(upstream, { CACHE: 'memory', CACHE_TTL: '1h', METRICS: 'true', LOG_LEVEL: 'silent' }),
      await startGateway(upstream, { LOG_LEVEL: 'silent' }),
    ];
    closers.push(
      () => cached.close(),
      () => direct.close(),
      () => sandbox.close(),
    );
    const random = createRandom(Number(process.env.CACHE_SEED ?? 11));
    const { data } = await direct.execute(
      '{ organizations { nodes { id sites { nodes { siteSpaces { nodes { space { id } } } } } } } }',
    );
    const organizations: { id: string }[] = data.organizations.nodes;
    const spaces = [...JSON.stringify(data).matchAll(/"space":\{"id":"([^"]+)"/g)]
      .map(([, id]) => id as string)
      .slice(0, 8);
    const organization = () => random.pick(organizations).id;
    const space = () => random.pick(spaces);
    const queries = [
      () =>
        `{ node(id: "${space()}") { ... on Space { title changeRequests(first: 5) { totalCount nodes { subject status } } } } }`,
      () => `{ node(id: "${space()}") { ... on Space { title comments(first: 5) { nodes { body { markdown } } } } } }`,
      () => `{ node(id: "${organization()}") { ... on Organization { title teams(first: 10) { nodes { title } } } } }`,
      () => `{ node(id: "${organization()}") { ... on Organization { spaces(first: 10) { nodes { title } } } } }`,
      () => '{ organizations(first: 3) { nodes { title sites(first: 2) { nodes { title } } } } }',
    ];
    const mutations = [
      (n: number) =>
        `mutation { createChangeRequest(input: { spaceId: "${space()}", subject: "S${n}" }) { userErrors { message } } }`,
      (n: number) =>
        `mutation { createSpaceComment(input: { spaceId: "${space()}", body: { markdown: "M${n}" } }) { userErrors { message } } }`,
      (n: number) => `mutation { updateSpace(input: { id: "${space()}", title: "T${n}" }) { userErrors { message } } }`,
      (n: number) =>
        `mutation { createTeam(input: { organizationId: "${organization()}", title: "T${n}" }) { userErrors { message } } }`,
    ];
    let written = 0;
    for (let step = 0; step < steps; step++) {
      if (random.chance(0.1)) {
        const text = await ask(cached.url, random.pick(mutations)(step));
        expect(text).toContain('"userErrors":[]');
        written++;
      }
      const query = random.pick(queries)();
      expect(await ask(cached.url, query)).toBe(await ask(direct.url, query));
    }
    const metrics = parseMetrics(await (await fetch(`${cached.url}/metrics`)).text());
    expect(written).toBeGreaterThan(steps / 20);
    expect(sumOf(metrics, 'docgraph_cache_result_hits_total')).toBeGreaterThan(steps / 10);
  },
  30_000 + steps * 200,
);
