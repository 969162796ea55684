import { GraphQLError, parse } from 'graphql';
import { type Logger, pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { serializeError } from '../../../../src/server/observation/logs/error-serializer.ts';
import { apolloLogger, safeLogger } from '../../../../src/server/observation/logs/logs.ts';

function linesOf(write: (logger: Logger) => void): string {
  const lines: string[] = [];
  write(safeLogger(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })));
  return lines.join('');
}

describe('a logged error', () => {
  const invalidUrl = () => {
    try {
      return new URL('http://[sekret/graphql?variables=sekret');
    } catch (error) {
      return error;
    }
  };

  it.each([
    [
      'of graphql',
      new GraphQLError('sekret', { nodes: parse('{ sekret }').definitions, originalError: new Error('sekret') }),
    ],
    ['of an invalid URL', invalidUrl()],
    ['with a message in lines', new TypeError('one\n    at sekret (sekret:1:1)\n    at sekret')],
    [
      'with own properties',
      Object.assign(new Error('sekret'), { headers: { authorization: 'sekret' }, code: 'se kret' }),
    ],
    ['with a cause', new Error('sekret', { cause: new Error('sekret') })],
    ['with a stack of its own', Object.assign(new Error('sekret'), { stack: '    at sekret' })],
    ['that is a text', 'sekret'],
    ['that is an object', { sekret: 'sekret' }],
  ])('%s holds no content', (_, error) => {
    const line = linesOf((logger) =>
      logger.error({ err: error instanceof Error ? error : serializeError(error) }, 'failed'),
    );
    expect(line).not.toContain('sekret');
  });

  it('tells its kind, its code, where it was thrown, and its cause', () => {
    const error = Object.assign(new TypeError('x', { cause: new RangeError('y') }), { code: 'ECONNRESET' });
    expect(serializeError(error)).toMatchObject({
      type: 'TypeError',
      code: 'ECONNRESET',
      stack: expect.stringMatching(/^ {4}at .*error-serializer\.test/),
      cause: { type: 'RangeError' },
    });
  });

  it('of Apollo is logged without what it quotes', () => {
    const line = linesOf((logger) => apolloLogger(logger).error('Unexpected error processing request: Error: sekret'));
    expect(JSON.parse(line)).toMatchObject({ msg: 'Unexpected error processing request', level: 50 });
    expect(line).not.toContain('sekret');
  });
});
