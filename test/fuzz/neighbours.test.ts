import { isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/resources/schema.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { FieldComparison } from '../support/random/neighbours.ts';
import { type FoundRecord, findRecords, routesTo } from '../support/random/record-routes.ts';
import { startOmittingService } from '../support/upstreams/omitting-service.ts';

const { NEIGHBOUR_SEED = '1', NEIGHBOUR_SHARE = '0.4', NEIGHBOUR_PAIRS = '5', NEIGHBOUR_RECORDS = '2' } = process.env;
/** Only every so many records are compared. */
const part = Number(process.env.NEIGHBOUR_PART ?? 1);
const seed = Number(NEIGHBOUR_SEED);
/** How many pairs of fields of a record are compared; `NEIGHBOUR_PAIRS=all` compares all, in both orders. */
const pairs = NEIGHBOUR_PAIRS === 'all' ? Number.POSITIVE_INFINITY : Number(NEIGHBOUR_PAIRS);

const schema = createSchema();
const unlimited = { MAX_ALIASES: '1000', MAX_FIELDS: '10000', MAX_PLANNED_CALLS: '0', MAX_CALLS: '100000' };

let gateway: TestGateway;
let records: readonly FoundRecord[];
let close: () => Promise<void>;

beforeAll(async () => {
  const sandbox = await createSandbox();
  const omissions = { seed, share: Number(NEIGHBOUR_SHARE) };
  const service = await startOmittingService(await sandbox.listen(), omissions);
  gateway = await startGateway(service.url, { ...unlimited, LOG_LEVEL: 'silent' });
  close = async () => {
    await gateway.close();
    await service.close();
    await sandbox.close();
  };
  records = await findRecords(gateway, schema, Number(NEIGHBOUR_RECORDS));
});

afterAll(() => close());

describe(`a field over a service that omits optional fields (seed ${seed})`, () => {
  // REST has no list of the replies to a comment on a space.
  it('is found in records of every type that is listed', () => {
    const types = Object.values(schema.getTypeMap()).filter(isObjectType);
    const ofRecords = types.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));
    const names = ofRecords.map(({ name }) => name).filter((name) => name !== 'SpaceCommentReply');
    expect([...new Set(records.map(({ type }) => type))].sort()).toEqual(names.sort());
  });

  it('has the same value alone, beside its siblings, and through each way to its record', async () => {
    const random = createRandom(seed);
    const differences = [];
    for (const record of records.filter((_, i) => i % part === 0)) {
      const comparison = new FieldComparison(gateway, schema, record, records);
      await comparison.readAlone();
      await comparison.compareBeside(random, pairs);
      const routes = routesTo(record, schema);
      for (const route of routes.filter(({ name }) => name !== 'payload')) await comparison.compareThrough(route);
      for (const route of routes.filter(({ name }) => name === 'payload')) await comparison.compareWritten(route);
      differences.push(...comparison.differences);
    }
    expect(differences).toEqual([]);
  }, 600_000);
});
