import { describe, expect, it } from 'vitest';
import { paintFor, plain } from '../../src/cli/colors.ts';
import { type Cell, formatTable } from '../../src/cli/table.ts';

const columns = [{ title: 'name' }, { title: 'calls', align: 'right' }, { title: 'path', maxWidth: 6 }] as const;
const format = (...rows: Cell[][]) => formatTable(columns, rows);

describe('a table', () => {
  it('has columns as wide as their widest cell', () => {
    expect(format(['Sites', '7', 'a.b'], ['S', '12345678', ''])).toEqual([
      'name      calls  path',
      'Sites         7  a.b',
      'S      12345678',
    ]);
  });

  it('cuts texts that are too long for their column, between characters', () => {
    expect(format(['n', '1', 'abcdef'], ['n', '1', 'abcd😀fg']).slice(1)).toEqual([
      'n         1  abcdef',
      'n         1  abcd😀…',
    ]);
  });

  it('replaces characters that could change the terminal', () => {
    const [, line] = format(['\u001b[31m', '\n', '\u202e\ud800']);
    expect(line).toBe('\ufffd[31m      \ufffd  \ufffd\ufffd');
  });

  it('colors cells without changing their width', () => {
    const paint = paintFor({ isTTY: true }, {});
    const lines = formatTable(columns, [[{ text: 'bad', style: 'red' }, { text: '9', style: 'dim' }, 'x']], paint);
    expect(lines[1]).toBe('\u001b[31mbad\u001b[39m       \u001b[2m9\u001b[22m  x');
  });
});

describe('colors', () => {
  it.each([
    ['a file', {}, {}],
    ['a terminal with NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }],
    ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }],
  ])('are not written to %s', (_, output, environment) => {
    expect(paintFor(output, environment)).toBe(plain);
    expect(plain('red', 'text')).toBe('text');
  });

  it('are written to a terminal, also where NO_COLOR is empty', () => {
    expect(paintFor({ isTTY: true }, { NO_COLOR: '' })('green', 'ok')).toBe('\u001b[32mok\u001b[39m');
  });
});
