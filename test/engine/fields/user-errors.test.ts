import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkedBody, limitedUserErrors, type UserError } from '../../../src/engine/fields/user-errors.ts';

const errorAt = (...field: string[]): UserError => ({ field, message: `Error at ${field}.`, code: 'INVALID' });
const many = (count: number) => Array.from({ length: count }, (_, i) => errorAt('ids', String(i)));

describe('user errors', () => {
  it('are the first of each field', () => {
    const whole: UserError = { field: null, message: 'One.', code: 'INVALID' };
    expect(limitedUserErrors([errorAt('a'), whole, errorAt('a', 'b'), { ...errorAt('a'), message: 'Two.' }])).toEqual([
      errorAt('a'),
      whole,
      errorAt('a', 'b'),
    ]);
  });

  it('are all there up to 100', () => {
    expect(limitedUserErrors(many(100))).toEqual(many(100));
  });

  it('end with the number of those that are left out', () => {
    const errors = limitedUserErrors(many(60_000));
    expect(errors).toHaveLength(100);
    expect(errors[98]).toEqual(errorAt('ids', '98'));
    expect(errors[99]).toEqual({
      field: null,
      message: '59901 more fields of the input are invalid.',
      code: 'INVALID',
    });
  });

  it('end with a lower bound of it where some were not looked for', () => {
    expect(limitedUserErrors(many(500), true).at(-1)?.message).toBe(
      'At least 401 more fields of the input are invalid.',
    );
  });
});

describe('the check of a body', () => {
  const schema = z.strictObject({ items: z.array(z.strictObject({ a: z.string().optional(), b: z.string() })) });
  const body = { items: [{ a: null, b: 'kept' }, { b: '' }] };

  it('leaves out null in the objects of a list where null means that a field is absent', () => {
    expect(checkedBody(schema, body, {}, 'absent')).toEqual({
      body: { items: [{ b: 'kept' }, { b: '' }] },
      userErrors: [],
    });
  });

  it('reports it where null is a value', () => {
    expect(checkedBody(schema, body, {}, 'cleared').userErrors).toMatchObject([{ field: ['items', '0', 'a'] }]);
  });

  it('names fields that are called as what every object has', () => {
    const { userErrors } = checkedBody(z.strictObject({ constructor: z.string() }), { constructor: 1 }, {}, 'cleared');
    expect(userErrors).toMatchObject([{ field: ['constructor'] }]);
  });
});
