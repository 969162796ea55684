import { describe, expect, it } from 'vitest';
import { FieldError, FieldErrors } from '../src/apollo/field-errors.ts';

const site = (sections: object | null) => ({ __typename: 'Site', id: 's', title: 'Docs', sections });
const failure = (...path: (string | number)[]) => ({ message: 'Failed.', path, extensions: { code: 'FORBIDDEN' } });

describe('FieldErrors', () => {
  it('throws the error of a failed field when it is read, and not before', () => {
    const errors = new FieldErrors();
    errors.record('Page({})', { data: { site: site(null) }, errors: [failure('site', 'sections')] });
    const data = errors.guard('Page({})', { site: site(null) });
    expect(data.site.title).toBe('Docs');
    expect(() => data.site.sections).toThrow(FieldError);
    expect(() => data.site.sections).toThrow(expect.objectContaining({ message: 'Failed.', code: 'FORBIDDEN' }));
  });

  it('finds the field of a record wherever the record is, in any operation', () => {
    const errors = new FieldErrors();
    errors.record('A({})', { data: { sites: [site(null)] }, errors: [failure('sites', 0, 'sections')] });
    const data = errors.guard('B({})', { sites: [{ ...site({}), id: 'other' }, site(null)] });
    expect(data.sites[0]?.sections).toEqual({});
    expect(() => data.sites[1]?.sections).toThrow(FieldError);
  });

  it('keeps fields outside of records apart by operation and variables', () => {
    const errors = new FieldErrors();
    errors.record('Page({"id":1})', { data: { site: null }, errors: [failure('site')] });
    expect(() => errors.guard('Page({"id":1})', { site: null }).site).toThrow(FieldError);
    expect(errors.guard('Page({"id":2})', { site: null }).site).toBeNull();
  });

  it('throws at the field that became null for an error below it', () => {
    const errors = new FieldErrors();
    errors.record('Page({})', {
      data: { site: site(null) },
      errors: [failure('site', 'sections', 'nodes', 3, 'title')],
    });
    expect(() => errors.guard('Page({})', { site: site(null) }).site.sections).toThrow(FieldError);
  });

  it('leaves null without an error, and values that have arrived since', () => {
    const errors = new FieldErrors();
    errors.record('Page({})', { data: { site: site(null) }, errors: [failure('site', 'sections')] });
    const data = { site: { ...site({ nodes: [1, { a: null }] }), icon: null } };
    expect(errors.guard('Page({})', data)).toEqual(data);
  });
});
