import { httpAddress } from './http-address.ts';
import { duration, ratio, setting, size, wholeNumber } from './setting.ts';

/** What is checked in live traffic, besides what clients ask for. */
export const liveCheckSettings = {
  contractCheckInterval: setting(
    '1000',
    'Least time between two responses of one REST operation that are compared with the contract, in milliseconds; 0 turns it off.',
    duration(0, 86_400_000),
  ),
  shadowShare: setting(
    '0',
    'Part of the queries that are executed a second time, to compare the results, from 0 to 1. Never mutations.',
    ratio,
  ),
  shadowUrl: setting(
    undefined,
    'Address of GraphQL of another build that executes them, such as `http://next.internal:4000/graphql`. It gets the credentials of clients. If unset, graphql-js executes them in the same process.',
    httpAddress,
  ),
  shadowTimeout: setting('10000', 'Timeout of a second execution, in milliseconds.', duration(1, 600_000)),
  shadowConcurrency: setting('2', 'Maximum number of second executions at once, in each process.', wholeNumber(1, 100)),
  shadowQueue: setting(
    '20',
    'Maximum number of queries that wait for their second execution, with their results; further ones are dropped.',
    wholeNumber(1, 10_000),
  ),
  shadowMaxBytes: setting(
    '131072',
    'Size of a result from which on it is not compared, in bytes.',
    size(1024, 16_777_216),
  ),
};

/** What is wrong with these settings together. */
export function liveCheckMistakes({ shadowShare, executor }: Readonly<Record<string, unknown>>): string[] {
  if (shadowShare === 0 || executor !== 'graphql-js') return [];
  return ['SHADOW_SHARE compares with results of EXECUTOR=compiled: it cannot be set with EXECUTOR=graphql-js.'];
}
