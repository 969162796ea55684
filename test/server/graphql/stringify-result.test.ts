import { expect, it } from 'vitest';
import { ResultSerializer } from '../../../src/server/graphql/stringify-result.ts';
import { textOfBody } from '../../../src/server/http/response-body.ts';
import { ObservedRequest } from '../../../src/server/request/observed-request.ts';
import { RequestState } from '../../../src/server/request/request-state.ts';

const large = { list: Array.from({ length: 10_000 }, (_, i) => ({ i, text: 'ü' })) };
const lineOf = (result: object) => `${JSON.stringify(result)}\n`;

function requestOf(serializer: ResultSerializer, data: object) {
  const credentials = { authorization: undefined, headers: [], identity: '', client: '', secrets: [] };
  const request = new RequestState(new ObservedRequest('POST', { headers: {} }), credentials, undefined);
  serializer.note(data, request);
  return request;
}

it('leaves the bytes of a large result in its request', async () => {
  const serializer = new ResultSerializer(1_000_000);
  const request = requestOf(serializer, large);
  expect(await serializer.stringify({ data: large })).toBe('');
  expect(request.serialized?.length).toBeGreaterThan(2);
  expect(textOfBody(request.serialized ?? '')).toBe(lineOf({ data: large }));
});

it('returns the text of a small result, and of one whose request is not known', async () => {
  const serializer = new ResultSerializer(1_000_000);
  const small = { a: 1 };
  const request = requestOf(serializer, small);
  expect(await serializer.stringify({ data: small })).toBe(lineOf({ data: small }));
  expect(request.serialized).toBeUndefined();
  expect(await serializer.stringify({ data: large })).toBe(lineOf({ data: large }));
});

it('returns an error in place of a result that is too large', async () => {
  const serializer = new ResultSerializer(100_000);
  const request = requestOf(serializer, large);
  expect(JSON.parse(await serializer.stringify({ data: large }))).toMatchObject({
    errors: [{ extensions: { code: 'OPERATION_TOO_EXPENSIVE' } }],
    data: null,
  });
  expect(request.serialized).toBeUndefined();
  expect(request.result?.data).toBeNull();
});
