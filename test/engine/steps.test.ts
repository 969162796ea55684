import { getOperationAST } from 'graphql';
import { expect, it } from 'vitest';
import { OperationArguments } from '../../src/engine/compile/arguments.ts';
import { createEngine, runAtOnce } from '../../src/engine/engine.ts';
import { validateMutations } from '../../src/engine/execute/validate.ts';
import { restContract } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { fieldsOfOrganization } from '../support/attacks/many-fields.ts';
import { globalIdOf } from '../support/execution/expectations.ts';

const engine = createEngine({ contract: restContract, schema: createSchema() });
const query = `{ organization(id: "o") { ${fieldsOfOrganization} } }`;
const mutation = `mutation {
  createSite(input: { organizationId: "o", title: "New" }) { site { organization { ${fieldsOfOrganization} } } }
}`;

function compiled(text: string) {
  const document = runAtOnce(engine.parseInSteps(text));
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

it('validates the arguments below a mutation in a step for each field', () => {
  const steps = validateMutations(compiled(mutation), new OperationArguments({}), {});
  expect(countSteps(steps)).toBeGreaterThan(8_000);
});

it.each([
  'createSite(input: { organizationId: "o", title: "New", spaces: { ids: $ids } })',
  'createTeam(input: { organizationId: "o", title: "New", memberIds: $ids })',
  `createSiteSectionGroup(input: { siteId: "${globalIdOf('Site', 'o', 's')}", title: "New", sectionIds: $ids })`,
  `updateTeamMembers(input: { teamId: "${globalIdOf('Team', 'o', 't')}", removeUserIds: $ids })`,
])('finds and reads the ids of an input in steps of 256: %s', (mutation) => {
  const ids = Array.from({ length: 5_000 }, (_, i) => `s${i}`);
  const text = `mutation ($ids: [ID!]!) { ${mutation} { clientMutationId } }`;
  const stepsFor = (count: number) => {
    const values = { ids: ids.slice(0, count) };
    return countSteps(validateMutations(compiled(text), new OperationArguments(values), values));
  };
  expect(stepsFor(256 * 10) - stepsFor(256)).toBe(18);
});

it('finds the REST calls of a mutation in a step for each part of its document', () => {
  expect(countSteps(engine.restWritesInSteps({ query: mutation }))).toBeGreaterThan(16_000);
});

it('finds the mutation of a REST call in a step for each input that may make it', () => {
  const call = 'PUT /v1/orgs/o/sites/s/adaptive-schema {"jsonSchema":{"type":"object"}}';
  expect(countSteps(engine.fromRestInSteps(call))).toBeGreaterThan(3);
});

it('parses a document in one step, and counts what each of its definitions selects in steps of their own', () => {
  const text = '{ a { ...F } } fragment F on A { b { ...G } } fragment G on B { c }';
  expect(countSteps(engine.parseInSteps(text))).toBe(6);
});
