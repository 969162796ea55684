import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { endIncomplete } from '../../../src/engine/execute/incomplete.ts';
import { pathOf, type Slot } from '../../../src/engine/execute/slot.ts';
import { scriptedSchema } from '../../support/execution/scripted-schema.ts';

/** The search in data of a query: its steps, and the paths of what has no value yet. */
function search(query: string, data: Record<string, unknown>) {
  const document = parse(query);
  const operation = getOperationAST(document) as OperationDefinitionNode;
  const place: Slot = { parent: undefined, key: 'data', nullable: true, holder: { data } };
  const found: string[] = [];
  const selection = compileOperation(scriptedSchema(), document, operation, {}).root();
  for (const { shape } of selection.fields) {
    // As where there were values of all types.
    const item = shape.kind === 'list' ? shape.item : shape;
    if (item.kind === 'abstract') for (const type of item.possibleTypes()) item.selectionOn(type);
  }
  const steps = endIncomplete(selection, data, place, (_, at) => found.push(pathOf(at).join('.')));
  return { steps: [...steps].length, found };
}

it('finds what has no value, with a step for each item', () => {
  const things = [{ text: 'x', texts: ['y', undefined] }, { text: undefined, texts: [] }, undefined];
  const { steps, found } = search('{ things { text texts } flag }', { things, flag: undefined });
  expect(steps).toBe(2 + things.length);
  expect(found).toEqual(['things.0.texts.1', 'things.1.text', 'things.2', 'flag']);
});

describe('of an object of which no field has begun, it finds', () => {
  it('the fields', () => {
    expect(search('{ things { text flag } }', { things: [{}, { text: 'x' }] }).found).toEqual([
      'things.0.text',
      'things.0.flag',
      'things.1.flag',
    ]);
  });

  const ofTypes = '... on Cat { thing { text flag } } ... on Dog { thing { text flag } }';

  it('the object, where it may be of several types', () => {
    expect(search(`{ nameds { ${ofTypes} } }`, { nameds: [{}] }).found).toEqual(['nameds.0']);
  });

  it('the fields, where the object above it may be of several types', () => {
    expect(search(`{ nameds { ${ofTypes} } }`, { nameds: [{ thing: {} }] }).found).toEqual([
      'nameds.0.thing.text',
      'nameds.0.thing.flag',
    ]);
  });
});
