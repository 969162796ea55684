import { EventEmitter } from 'node:events';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { LogOutput, RequestLines } from '../../../../src/server/observation/logs/log-output.ts';

/** An output to a stream whose writes end as the test tells. */
function outputTo(write: (chunk: string, done: (error?: Error) => void) => void) {
  const chunks: string[] = [];
  const recovered: number[] = [];
  const stream = Object.assign(new EventEmitter(), {
    write: (chunk: string, done: (error?: Error) => void = () => {}) => {
      chunks.push(chunk);
      process.nextTick(write, chunk, done);
    },
  });
  const output = new LogOutput({ stream, onRecovery: (dropped) => recovered.push(dropped) });
  return { output, chunks, recovered };
}

describe('LogOutput', () => {
  it('writes lines in their order, several in one chunk that pipes keep whole', async () => {
    const { output, chunks } = outputTo((_chunk, done) => done());
    const lines = Array.from({ length: 500 }, (_, i) => `{"line":${i}}\n`);
    for (const line of lines) output.write(line);
    await setImmediate();
    expect(chunks.join('')).toBe(lines.join(''));
    expect(chunks.length).toBeLessThan(10);
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(4096);
      expect(chunk.endsWith('\n')).toBe(true);
    }
  });

  it('writes a line that is longer than a chunk', async () => {
    const { output, chunks } = outputTo((_chunk, done) => done());
    const long = `${'x'.repeat(10_000)}\n`;
    output.write('a\n');
    output.write(long);
    output.write('b\n');
    await setImmediate();
    expect(chunks.join('')).toBe(`a\n${long}b\n`);
  });

  it('keeps at most 1 MiB for a reader that stops, and tells how many lines were dropped when it goes on', async () => {
    let goOn = () => {};
    const { output, chunks, recovered } = outputTo((_chunk, done) => {
      goOn = done;
    });
    const line = `${'x'.repeat(1023)}\n`;
    for (let i = 0; i < 3000; i++) output.write(line);
    await setImmediate();
    expect(chunks).toEqual([line]);
    expect(recovered).toEqual([]);
    for (let end = goOn, written = 0; written !== chunks.length; end = goOn) {
      written = chunks.length;
      end();
      await setImmediate();
    }
    // The first line was with the stream, and did not count.
    expect(chunks.join('')).toHaveLength(1025 * 1024);
    expect(recovered).toEqual([3000 - 1025]);
  });

  it('tells how many lines were dropped also where new ones have taken all room again', async () => {
    let goOn = () => {};
    const { output, chunks, recovered } = outputTo((_chunk, done) => {
      goOn = done;
    });
    // As the logger does, it writes the number where lines are written.
    vi.spyOn(recovered, 'push').mockImplementation((dropped) => {
      output.write(`${dropped} dropped\n`);
      return 0;
    });
    const line = `${'x'.repeat(511)}\n`;
    for (let i = 0; i < 3000; i++) {
      output.write(line);
      if (i % 500 === 0) await setImmediate();
    }
    for (let end = goOn, written = 0; written !== chunks.length; end = goOn) {
      written = chunks.length;
      end();
      await setImmediate();
    }
    const lines = chunks.join('').split('\n');
    const dropped = lines.flatMap((one) => (one.endsWith(' dropped') ? Number.parseInt(one, 10) : []));
    const written = lines.filter((one) => one.startsWith('x')).length;
    expect(written).toBeLessThan(3000);
    expect(dropped.reduce((sum, one) => sum + one, written)).toBe(3000);
  });

  it('drops lines that cannot be written, tries again, and starts on a new line', async () => {
    let isFull = true;
    const { output, chunks, recovered } = outputTo((_chunk, done) => done(isFull ? new Error('ENOSPC') : undefined));
    output.write('a\n');
    await setImmediate();
    output.write('b\n');
    isFull = false;
    while (recovered.length === 0) await setTimeout(50);
    expect(chunks).toEqual(['a\n', '\nb\n']);
    expect(recovered).toEqual([1]);
  });

  it('writes the lines of a turn of the event loop together, in the order of all lines', async () => {
    const { output, chunks } = outputTo((_chunk, done) => done());
    output.writeSoon('a\n');
    output.writeSoon('b\n');
    expect(chunks).toEqual([]);
    await setImmediate();
    expect(chunks).toEqual(['a\nb\n']);
    output.writeSoon('c\n');
    output.write('d\n');
    output.writeSoon('e\n');
    await setImmediate();
    await setImmediate();
    expect(chunks).toEqual(['a\nb\n', 'c\nd\n', 'e\n']);
    output.writeSoon('f\n');
    output.flush();
    await setImmediate();
    expect(chunks.slice(3)).toEqual(['f\n']);
  });
});

describe('RequestLines', () => {
  it.each(['info', 'warn'] as const)('writes what pino writes at level %s, byte for byte', async (level) => {
    const lines: string[] = [];
    const { output, chunks } = outputTo((_chunk, done) => done());
    const base = { pid: 7, hostname: 'a "host"\\', workerNumber: 2 };
    const line = {
      requestId: 'a;b=c',
      client: 'Ünï \u2028 "quoted"',
      absent: undefined,
      operation: null,
      ms: 0.1,
      status: 200,
      shared: true,
      errors: ['NOT_FOUND', undefined],
      last: undefined,
    };
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_123);
    pino({ base }, { write: (text: string) => void lines.push(text) })[level](line, 'operation');
    new RequestLines(output, base).write(level, JSON.stringify(line).slice(1, -1), 'operation');
    now.mockRestore();
    await setImmediate();
    expect(chunks).toEqual(lines);
  });
});
