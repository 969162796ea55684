import { getOperationAST } from 'graphql';
import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { restContract } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { fieldsOfOrganization } from '../support/attacks/many-fields.ts';

const engine = createEngine({ contract: restContract, schema: createSchema() });
const query = `{ organization(id: "o") { ${fieldsOfOrganization} } }`;

function compiled(text: string) {
  const document = engine.parse(text);
  const operation = getOperationAST(document);
  if (operation == null) throw new TypeError('The document has no operation.');
  return engine.compile(document, operation, {});
}

function countSteps(work: Iterator<void, unknown, void>): number {
  for (let steps = 1; ; steps++) if (work.next().done) return steps;
}

it('plans thousands of fields below one root field in many steps', () => {
  expect(countSteps(engine.planInSteps(compiled(query), {}))).toBeGreaterThan(100);
});
