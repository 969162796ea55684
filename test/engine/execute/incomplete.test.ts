import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { endIncomplete } from '../../../src/engine/execute/incomplete.ts';
import { pathOf, type Slot } from '../../../src/engine/execute/slot.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';

it('finds what has no value, with a step for each item', () => {
  const document = parse('{ things { text texts } flag }');
  const operation = getOperationAST(document) as OperationDefinitionNode;
  const things = [{ text: 'x', texts: ['y', undefined] }, { text: undefined, texts: [] }, undefined];
  const data = { things, flag: undefined };
  const place: Slot = { parent: undefined, key: 'data', nullable: true, holder: { data } };
  const found: string[] = [];
  const selection = compileOperation(scriptedSchema(), document, operation, {}).root();
  const steps = endIncomplete(selection, data, place, (_, at) => found.push(pathOf(at).join('.')));
  expect([...steps]).toHaveLength(2 + things.length);
  expect(found).toEqual(['things.0.texts.1', 'things.1.text', 'things.2', 'flag']);
});
