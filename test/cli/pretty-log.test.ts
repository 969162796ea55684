import { describe, expect, it } from 'vitest';
import { paintFor, plain } from '../../src/cli/colors.ts';
import { prettyLine, prettyOutput } from '../../src/cli/pretty-log.ts';

const time = new Date('2026-11-25T04:05:06.078').getTime();
const process = { time, pid: 7, hostname: 'h' };
const line = (properties: object) => prettyLine(JSON.stringify({ level: 30, ...process, ...properties }), plain);

describe('a log line for people', () => {
  it('has the time, the level, the message, and what a person reads of an operation', () => {
    const operation = { requestId: 'r', client: 'web', operation: 'Sites', kind: 'query', hash: 'abc', ms: 12.3 };
    expect(line({ ...operation, status: 200, outcome: 'ok', calls: 7, msg: 'operation' })).toBe(
      '04:05:06.078 info  operation query Sites client=web ms=12.3 status=200 outcome=ok calls=7',
    );
    expect(line({ operation: null, kind: 'query', msg: 'operation' })).toContain(' operation query (anonymous)');
  });

  it('names the REST operation of a failure', () => {
    expect(line({ level: 40, operation: 'sites.list', code: 'ECONNREFUSED', msg: 'no connection' })).toBe(
      '04:05:06.078 warn  no connection operation=sites.list code=ECONNREFUSED',
    );
  });

  it('stays one line, whatever a client calls itself', () => {
    expect(line({ client: 'a\nb\u001b[2J\u202e', msg: 'operation' })).toBe(
      '04:05:06.078 info  operation client=a\ufffdb\ufffd[2J\ufffd',
    );
    const long = line({ plan: Array.from({ length: 1000 }, (_, i) => i), msg: 'slow operation' });
    expect(long).toHaveLength('04:05:06.078 info  slow operation plan='.length + 121);
  });

  it.each(['no JSON', '7', 'null', '{"level":'])('leaves another text as it is: %s', (text) => {
    expect(prettyLine(text, plain)).toBe(text);
  });

  it('is coloured on a terminal', () => {
    const paint = paintFor({ isTTY: true }, {});
    const text = JSON.stringify({ level: 50, ...process, outcome: 'gateway_fault', msg: 'x' });
    expect(prettyLine(text, paint)).toContain('\u001b[31merror\u001b[39m');
    expect(prettyLine(text, paint)).toContain('\u001b[31mgateway_fault\u001b[39m');
  });
});

it('the output for people writes each line of a chunk, and passes on when it is written', () => {
  const chunks: string[] = [];
  let isDone = false;
  const stream = {
    on: () => {},
    write: (chunk: string, done?: () => void) => {
      chunks.push(chunk);
      done?.();
    },
  };
  const lines = ['a', 'b'].map((msg) => `${JSON.stringify({ level: 30, ...process, msg })}\n`);
  prettyOutput(stream, plain).write(lines.join(''), () => {
    isDone = true;
  });
  expect(chunks).toEqual(['04:05:06.078 info  a\n04:05:06.078 info  b\n']);
  expect(isDone).toBe(true);
});
