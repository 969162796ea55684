import { describe, expect, it } from 'vitest';
import { CommandFailure } from '../../../src/cli/exit.ts';
import { endpointOf } from '../../../src/cli/operations/target.ts';

describe('the endpoint of a command', () => {
  it.each([
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/graphql'],
    ['https://a.example/base/', 'https://a.example/base/graphql'],
    ['https://a.example/base/graphql/', 'https://a.example/base/graphql'],
    ['https://a.example/base/graphql', 'https://a.example/base/graphql'],
  ])('is that of %s', (url, endpoint) => {
    expect(endpointOf(url).href).toBe(endpoint);
  });

  it.each(['a.example', 'ftp://a.example', 'https://user:pass@a.example'])('is rejected where it is %s', (url) => {
    expect(() => endpointOf(url)).toThrow(CommandFailure);
  });

  it('is not shown where it may hold a secret', () => {
    const message = '--url must be the URL of a gateway, such as http://127.0.0.1:4000';
    expect(() => endpointOf('ftp://a.example?key=secret')).toThrow(new CommandFailure([`${message}.`], 2));
    expect(() => endpointOf('ftp://a.example')).toThrow(new CommandFailure([`${message}, not "ftp://a.example".`], 2));
  });
});
