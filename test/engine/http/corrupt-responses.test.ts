import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { contract, entities } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { createSandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { sendRaw } from '../../support/clients/raw-request.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type RestProxy, startProxy } from '../../support/proxies/proxy.ts';
import { corrupt } from '../../support/random/corrupt-records.ts';
import { type ExistingIds, existingIds, inputsFrom } from '../../support/random/existing-ids.ts';
import { randomQuery } from '../../support/random/random-operations.ts';
import { everyCall } from '../../support/resources/selections.ts';

/** `CORRUPT_RESPONSES=5000` tries more, `RANDOM_SEED` others. */
const count = Number(process.env.CORRUPT_RESPONSES ?? 20);
const firstSeed = Number(process.env.RANDOM_SEED ?? 1);

const schema = createSchema();
const reads = Object.values(contract)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter(({ method }) => method === 'GET');

let proxy: RestProxy;
let known: ExistingIds;
let gateways: TestGateway[];
let close: () => Promise<void>;

beforeAll(async () => {
  const sandbox = await createSandbox();
  proxy = await startProxy(await sandbox.listen());
  const compiled = await startGateway(proxy.url, { EXECUTOR: 'compiled' });
  const reference = await startGateway(proxy.url, { EXECUTOR: 'graphql-js' });
  gateways = [compiled, reference];
  known = await existingIds(compiled);
  close = async () => {
    for (const service of [...gateways, proxy, sandbox]) await service.close();
  };
});

afterAll(() => close());

/** Every global id in a response, decoded. */
function decodedIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id } = value as { id?: unknown };
  const own = typeof id === 'string' ? [Buffer.from(id, 'base64url').toString('latin1')] : [];
  return [...own, ...Object.values(value).flatMap(decodedIds)];
}

const emptyId = /[:/](?:undefined|null|NaN|%5Bobject%20Object%5D|)(?:\/|$)/;

/** What a response and the log must not hold: an error of the gateway, or the id of a missing value. */
function problemsIn(text: string, logged: readonly string[]): string[] {
  const errors = logged.filter((line) => line.includes('"level":50'));
  const internal = text.includes('INTERNAL_SERVER_ERROR') && errors.length === 0 ? [text] : [];
  return [...errors, ...internal, ...decodedIds(JSON.parse(text)).filter((id) => emptyId.test(id))];
}

async function problemsOf(operation: { query: string; variables?: object; operationName?: string }) {
  const problems: string[] = [];
  for (const { url, log } of gateways) {
    const from = log.length;
    const { body } = await sendRaw(url, {
      headers: { authorization: `Bearer ${sandboxTokens.admin}` },
      body: JSON.stringify(operation),
    });
    problems.push(...problemsIn(body, log.slice(from)));
  }
  return problems;
}

/** Corrupts every response, each in its own way. */
function corruptAll(seed: number, share: number): void {
  proxy.restore();
  for (const endpoint of reads) proxy.change({ endpoint }, (body) => corrupt(body, { seed, share }));
}

describe('a service that breaks its contract causes no internal error and no id without a value', () => {
  it(
    'in random queries',
    async () => {
      const problems: string[] = [];
      for (let seed = firstSeed; seed < firstSeed + count; seed++) {
        const random = createRandom(seed);
        corruptAll(seed, random.pick([0.02, 0.1, 0.3]));
        const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
        const operation = randomQuery({ schema, random, guess: inputsFrom(known, favourites), favourites });
        for (const problem of await problemsOf(operation)) problems.push(`seed ${seed}: ${problem}`);
      }
      expect(problems).toEqual([]);
    },
    30_000 + count * 50,
  );

  it(
    'in all fields of all records',
    async () => {
      const problems: string[] = [];
      const queries = [...known.entries()]
        .filter(([type]) => type in entities)
        .map(([type, [one]]) => `{ node(id: "${one?.id}") { ... on ${type} ${everyCall(type)} } }`);
      for (let seed = firstSeed; seed < firstSeed + count / 10; seed++) {
        corruptAll(seed, createRandom(seed).pick([0.03, 0.1, 0.3]));
        for (const query of queries) {
          for (const problem of await problemsOf({ query })) problems.push(`seed ${seed}: ${query}: ${problem}`);
        }
      }
      expect(problems).toEqual([]);
    },
    30_000 + count * 50,
  );
});
