import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, type DocumentNode, Kind, parse, print, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fillIds } from '../../src/explorer/app/ids.ts';
import { examples, startingIds, variablesText } from '../../src/explorer/examples.ts';

const folder = new URL('../../schema/', import.meta.url);
const sdl = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
const schema = buildSchema(sdl.join('\n'));

/** The nested query that the gateway was built for, as front-end developers write it. */
const nestedQuery = `{ organizations(first: 5) { nodes { title sites(first: 10) { nodes { title sections(first: 10) { nodes { title
  siteSpaces(first: 10) { nodes { path space { title changeRequests(first: 5) { nodes { number subject status
  createdBy { displayName } comments(first: 5) { nodes { body { markdown } postedBy { displayName }
  replies(first: 3) { nodes { body { markdown } } } } } } } } } } } } } } } } }`;

describe('the examples', () => {
  it.each(examples)('$title is valid', ({ query }) => {
    expect(validate(schema, parse(query))).toEqual([]);
  });

  it('select the starting ids with a valid query', () => {
    expect(validate(schema, parse(startingIds))).toEqual([]);
  });

  it('start with the nested reads', () => {
    expect(selections(examples[0]?.query ?? '')).toEqual(selections(nestedQuery));
  });

  it.each(examples)('$title sets every variable that its operations require, and no other', ({ query, variables }) => {
    const { required, all } = declaredVariables(parse(query));
    expect(Object.keys(variables)).toEqual(expect.arrayContaining(required));
    expect(all).toEqual(expect.arrayContaining(Object.keys(variables)));
  });

  it.each(examples)('$title names each operation and has a description', ({ query, description }) => {
    expect(query).toMatch(/^# /);
    expect(description).toMatch(/\.$/);
    for (const operation of operations(parse(query))) expect(operation.name?.value).toMatch(/^[A-Z]/);
  });

  it('show variables as JSON, and no variables as an empty text', () => {
    for (const example of examples) {
      const text = variablesText(example);
      expect(text === '' ? {} : JSON.parse(text)).toEqual(example.variables);
    }
  });
});

describe('fillIds', () => {
  it('takes ids from records, lists and connections by field name', () => {
    const data = { site: { id: 's' }, page: [{ id: 'p' }], organization: { nodes: [{ id: 'o' }] } };
    expect(fillIds({ siteId: '', pageId: '', organizationId: '' }, data)).toEqual({
      siteId: 's',
      pageId: 'p',
      organizationId: 'o',
    });
  });

  it('prefers fields closer to the root, then earlier fields', () => {
    const data = {
      list: { nodes: [{ space: { id: 'deep' } }] },
      space: { id: 'near' },
      other: { space: { id: 'late' } },
    };
    expect(fillIds({ spaceId: '' }, data)).toEqual({ spaceId: 'near' });
  });

  it('finds an id beside a list of any length', () => {
    const data = { ids: Array(500_000).fill(1), list: [{ space: { id: 'deep' } }] };
    expect(fillIds({ spaceId: '' }, data)).toEqual({ spaceId: 'deep' });
  });

  it('keeps variables that are filled, are not ids, or are not in the data', () => {
    const variables = { spaceId: 'mine', subject: '', siteId: '' };
    expect(fillIds(variables, { space: { id: 'other' }, subject: { id: 'x' }, site: null })).toBe(variables);
  });

  it('finds no ids without data', () => {
    const variables = { spaceId: '' };
    for (const data of [undefined, null, {}, { space: null }, { space: { nodes: [] } }, { space: { id: 7 } }]) {
      expect(fillIds(variables, data)).toBe(variables);
    }
  });
});

/** The formatted selection sets of a document's operations, without operation names and comments. */
function selections(query: string): string[] {
  return operations(parse(query)).map(({ selectionSet }) => print(selectionSet));
}

function operations(document: DocumentNode) {
  return document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

function declaredVariables(document: DocumentNode) {
  const declared = operations(document).flatMap(({ variableDefinitions = [] }) => variableDefinitions);
  const required = declared.filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue);
  const names = (list: typeof declared) => list.map(({ variable }) => variable.name.value);
  return { required: names(required), all: names(declared) };
}
