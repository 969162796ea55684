import { GraphQLError } from 'graphql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../src/engine/engine.ts';
import { failsOneRequest } from '../../../src/server/runtime/unhandled-errors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tolerates the failures of calls and fields, and logs one of them per second', () => {
  const error = vi.fn();
  const tolerates = failsOneRequest({ error });
  const failure = new GatewayError('NOT_FOUND', 'There is no such space.');
  expect([tolerates(failure), tolerates(failure)]).toEqual([true, true]);
  vi.advanceTimersByTime(999);
  expect(tolerates(failure)).toBe(true);
  expect(error.mock.calls).toEqual([
    [
      { code: 'NOT_FOUND', error: 'There is no such space.' },
      'an error of a request was not handled: please report it',
    ],
  ]);
  vi.advanceTimersByTime(1);
  expect(tolerates(failure)).toBe(true);
  expect(error).toHaveBeenCalledTimes(2);
});

it.each([new Error('lost'), new TypeError('lost'), new GraphQLError('lost'), 'lost', undefined])(
  'tolerates nothing else: %s',
  (lost) => {
    const error = vi.fn();
    expect(failsOneRequest({ error })(lost)).toBe(false);
    expect(error).not.toHaveBeenCalled();
  },
);
