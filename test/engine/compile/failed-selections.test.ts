import { type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { type CompiledField, selectionsOf } from '../../../src/engine/compile/compiled-operation.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { limitedGateways } from '../../support/gateways/limited-gateways.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';

/** A query that selects so many fields, and then what cannot be compiled. */
const invalidAfter = (fields: number) => {
  const aliases = Array.from({ length: fields }, (_, i) => `a${i}: title`);
  return `{ organizations { nodes { ${aliases.join(' ')} id @export(as: "x") } } }`;
};

const world = limitedGateways();

it('fields of a selection that cannot be compiled do not count', () => {
  const document = parse(invalidAfter(3));
  const [operation] = document.definitions as [OperationDefinitionNode];
  const compiled = compileOperation(createSchema(), document, operation, {});
  const [organizations] = compiled.root().fields as [CompiledField];
  const [nodes] = selectionsOf(organizations.shape).flatMap(({ fields }) => fields) as [CompiledField];
  expect(compiled.fieldCount).toBe(2);
  expect(() => selectionsOf(nodes.shape)).toThrow('can be exported');
  expect(compiled.fieldCount).toBe(2);
});

it('a query that cannot be compiled has the same error each time', async () => {
  const gateway = await world.gatewayWith({ LOG_LEVEL: 'silent' });
  world.upstream.reply(json({ items: [{ id: 'o1', title: 'Halcyon' }] }));
  for (let i = 0; i < 25; i++) {
    const { errors } = await gateway.execute(invalidAfter(500));
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  }
});
