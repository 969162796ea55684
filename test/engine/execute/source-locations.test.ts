import fc from 'fast-check';
import { type FieldNode, getLocation, Source } from 'graphql';
import { expect, it } from 'vitest';
import { locationsOf } from '../../../src/engine/execute/source-locations.ts';

it('finds the same places as graphql, whatever ends the lines', () => {
  const text = fc.string({ unit: fc.constantFrom('\n', '\r', '\r\n', 'a', ' ') });
  fc.assert(
    fc.property(text, (body) => {
      const source = new Source(body);
      const starts = [...body].map((_, start) => start).filter((start) => body[start] === 'a');
      const nodes = starts.map((start) => ({ loc: { source, start } }) as unknown as FieldNode);
      expect(locationsOf(nodes)).toEqual(starts.map((start) => getLocation(source, start)));
    }),
  );
});
