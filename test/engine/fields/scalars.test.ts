import { parseValue } from 'graphql';
import { describe, expect, it } from 'vitest';
import { scalars } from '../../../src/engine/fields/scalars.ts';

const { DateTime, URL } = scalars;
const literal = (text: string) => parseValue(JSON.stringify(text));

describe('DateTime', () => {
  it('takes a date and time with an offset, as a variable and in a document', () => {
    for (const text of ['2025-03-14T09:26:53Z', '2025-03-14T09:26:53.5-08:00', '2024-02-29T00:00:00Z']) {
      expect(DateTime.parseValue?.(text)).toBe(text);
      expect(DateTime.parseLiteral?.(literal(text))).toBe(text);
    }
  });

  it.each(['2025-03-14', '2025-03-14 09:26:53Z', '2025-02-30T00:00:00Z', '1900-02-29T00:00:00Z', 'now', 1741944413])(
    'rejects %j',
    (value) => {
      expect(() => DateTime.parseValue?.(value)).toThrow(/^DateTime takes a /);
      expect(() => DateTime.serialize?.(value)).toThrow(/^DateTime can't represent a value that is no /);
      if (typeof value === 'string')
        expect(() => DateTime.parseLiteral?.(literal(value))).toThrow(/^DateTime takes a /);
    },
  );
});

describe('URL', () => {
  it('represents an absolute URL, unchanged', () => {
    expect(URL.serialize?.('HTTPS://Docs.Example/a b')).toBe('HTTPS://Docs.Example/a b');
  });

  it.each(['/relative', 'docs.example', '', 7])('represents no %j', (value) => {
    expect(() => URL.serialize?.(value)).toThrow(/^URL can't represent a value that is no /);
  });
});
