import { type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { type CompiledOperation, createEngine } from '../../../src/engine/engine.ts';
import { restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { times } from '../../support/attacks/attacks.ts';

const engine = createEngine({ contract: restContract, schema: createSchema() });

function compile(query: string): CompiledOperation {
  const document = parse(query);
  return engine.compile(document, document.definitions[0] as OperationDefinitionNode, {});
}

const sites = (count: number) =>
  `{ organizations(first: 1) { nodes { ${times(count, (i) => `a${i}: sites(first: 1) { nodes { ${times(17, (j) => `b${j}: title`)} } }`)} } } }`;

it('counts the planned calls of an operation from its second request on', () => {
  const compiled = compile(sites(3));
  expect([1, 2, 3].map(() => engine.cachedPlannedCalls(compiled, {}))).toEqual([undefined, 4, 4]);
});

it('stops once an operation has been compiled to more fields than are planned', () => {
  const compiled = compile(sites(499));
  expect([1, 2, 3].map(() => engine.cachedPlannedCalls(compiled, {}))).toEqual([undefined, undefined, undefined]);
  expect(compiled.fieldCount).toBeGreaterThan(1000);
  expect(compiled.fieldCount).toBeLessThan(1200);
});
