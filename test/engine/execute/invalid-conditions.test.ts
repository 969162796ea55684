import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionOf } from '../../../src/engine/engine.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type ExistingIds, existingIds } from '../../support/random/existing-ids.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

/**
 * A condition whose variable is null makes what a field selects invalid: that is found while calls of the field, and of its siblings,
 * have started. Nobody waits for these calls any more. A rejection that nobody handles would end the process.
 */
const schema = createSchema();

let known: ExistingIds;
let upstream: FaultUpstream;
let gateway: TestGateway;
const unhandled: unknown[] = [];
const record = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  const sandbox = await createSandbox();
  const full = await startGateway(await sandbox.listen(), { LOG_LEVEL: 'silent' });
  known = await existingIds(full);
  await full.close();
  await sandbox.close();
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { LOG_LEVEL: 'silent', MAX_RETRIES: '0' });
  process.on('unhandledRejection', record);
});

afterAll(async () => {
  process.off('unhandledRejection', record);
  await gateway.close();
  await upstream.close();
});

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(
    (field) =>
      isCompositeType(getNamedType(field.type)) &&
      definitionOf(field)?.kind.endpoints.length !== 0 &&
      !field.args.some(isRequiredArgument),
  );

/** The forms of a field: with an order, a connection may be merged of several lists. */
const formsOf = ({ name, args }: Field): string[] =>
  args.some((arg) => arg.name === 'orderBy')
    ? [name, `${name}(orderBy: { field: CREATED_AT, direction: DESC })`]
    : [name];

/** A query for each form of each field of a type: alone, and beside one that needs the record. */
function queriesOf(type: GraphQLObjectType, id: string): string[] {
  const beside = ['', ...(type.getFields().title === undefined ? [] : ['title'])];
  return fieldsOf(type)
    .flatMap(formsOf)
    .flatMap((form) => [`${form} { __typename @skip(if: $v) }`, `${form} { ... @include(if: $v) { __typename } }`])
    .flatMap((selection) => beside.map((other) => `${other} ${selection}`))
    .map((selection) => `query ($v: Boolean = false) { node(id: "${id}") { ... on ${type.name} { ${selection} } } }`);
}

describe.each([401, 404])('where all calls end with %i, an invalid condition', (status) => {
  it('leaves no rejection without a handler', async () => {
    upstream.reply(json({ message: 'No.' }, status));
    let count = 0;
    for (const [name, [record]] of known) {
      const type = schema.getType(name);
      if (!isObjectType(type) || record === undefined) continue;
      for (const query of queriesOf(type, record.id)) {
        const { data, errors } = await gateway.execute(query, { variables: { v: null } });
        // A node that does not exist is null without an error.
        expect(errors !== undefined || data.node === null, query).toBe(true);
        await new Promise(setImmediate);
        expect(unhandled, query).toEqual([]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(150);
  });
});
