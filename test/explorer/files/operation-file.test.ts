import fc from 'fast-check';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  type ChosenFile,
  fileNameOf,
  fileTextOf,
  maxFileBytes,
  maxFiles,
  openedFiles,
  operationInFile,
} from '../../../src/explorer/app/files/operation-file.ts';

const query = 'query Titles($first: Int) {\n  organizations(first: $first) { totalCount }\n}';

describe('a file of an operation', () => {
  it('has the variables in its first comment, and is a document', () => {
    const text = fileTextOf({ query, variables: '{\n  "first": 1\n}' });
    expect(text).toBe(`# variables: {"first":1}\n${query}\n`);
    expect(parse(text).definitions).toHaveLength(1);
    expect(operationInFile(text)).toEqual({ query: `${query}\n`, variables: '{\n  "first": 1\n}' });
  });

  it('has variables with comments as values alone', () => {
    const variables = '{\n  // How many.\n  "first": 1,\n}';
    expect(fileTextOf({ query, variables })).toBe(`# variables: {"first":1}\n${query}\n`);
  });

  it.each(['', '{}', '{ "first": ', '[1]', 'null'])('has none for %j', (variables) => {
    expect(fileTextOf({ query, variables })).toBe(`${query}\n`);
  });

  it.each([
    ['without variables', `${query}\n`],
    ['with another comment', `# Titles\n${query}\n`],
    ['with variables that are none', `# variables: {"first"\n${query}\n`],
  ])('is opened as it is %s', (_, text) => {
    expect(operationInFile(text)).toEqual({ query: text, variables: '' });
  });

  it('may come from Windows', () => {
    expect(operationInFile(`\uFEFF# variables: {"a":1}\r\n{ a }\r\n`)).toEqual({
      query: '{ a }\n',
      variables: '{\n  "a": 1\n}',
    });
  });

  it('gives back what was saved', () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(values, (variables) => {
        const saved = fileTextOf({ query, variables: JSON.stringify(variables) });
        expect(operationInFile(saved).variables).toBe(JSON.stringify(JSON.parse(JSON.stringify(variables)), null, 2));
      }),
    );
  });

  it.each([
    [query, 'Titles.graphql'],
    ['{ a }', 'operation.graphql'],
    ['{ a', 'operation.graphql'],
  ])('is named by its operation', (text, name) => {
    expect(fileNameOf(text)).toBe(name);
  });
});

describe('files that are opened', () => {
  const file = (name: string, values: Partial<ChosenFile> = {}): ChosenFile => ({
    name,
    size: 5,
    text: async () => `{ ${name} }`,
    ...values,
  });
  const queriesIn = async (files: readonly ChosenFile[]) => {
    const { operations, problems } = await openedFiles(files);
    return { queries: operations.map((operation) => operation.query), problems };
  };

  it('do not depend on others, which may be gone or too large', async () => {
    const files = [
      file('a'),
      file('b', { text: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
      file('c', { size: maxFileBytes + 1 }),
      file('d', { size: maxFileBytes }),
    ];
    expect(await queriesIn(files)).toEqual({
      queries: ['{ a }', '{ d }'],
      problems: ['b cannot be read and was not opened.', 'c is larger than 1024 KiB and was not opened.'],
    });
  });

  it('are a bounded number', async () => {
    const files = Array.from({ length: maxFiles + 1 }, (_, number) => file(`f${number}`));
    const { queries, problems } = await queriesIn(files);
    expect([queries.length, problems]).toEqual([maxFiles, ['Only the first 20 files were opened.']]);
    expect((await queriesIn(files.slice(1))).problems).toEqual([]);
  });
});
