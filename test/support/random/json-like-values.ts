import fc from 'fast-check';
import { anyText } from './any-text.ts';

/** Values of all kinds that a resolver or scalar can return, many of them in one. */
export const jsonLikeValues = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.jsonValue(),
    anyText(),
    fc.constantFrom(
      undefined,
      Number.NaN,
      () => 1,
      Symbol('s'),
      new Date(0),
      new Map([[1, 2]]),
      Object(1),
      Object('x'),
    ),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: false }),
    fc.constant({ toJSON: () => ({ a: 1 }) }),
    fc.record({ toJSON: fc.jsonValue() }),
  ),
})).value;
