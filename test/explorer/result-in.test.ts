import { expect, it } from 'vitest';
import { resultIn } from '../../src/explorer/app/result-in.ts';

it.each([
  ['a result', '{"data":null,"errors":[{"message":"No."}]}', true],
  ['a result without errors', '{"data":{}}', true],
  ['errors of another service by their field', '{"status":400,"errors":{"token":["missing"]}}', false],
  ['errors that are a text', '{"errors":"Forbidden"}', false],
  ['errors that are none', '{"errors":[null]}', false],
  ['a page', '<html>', false],
  ['a list', '[]', false],
])('takes %s for a result of GraphQL, or not', (_what, text, isResult) => {
  expect(resultIn(text)).toEqual(isResult ? JSON.parse(text) : undefined);
});
