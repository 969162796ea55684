import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../generated/${path}`, import.meta.url), 'utf8');

describe('the client preset', () => {
  it('generates the same strict types from either form of the schema', () => {
    expect(read('semantic/graphql.ts')).toBe(read('strict/graphql.ts'));
  });

  it('generates null for promised values in the plain form only', () => {
    expect(read('strict/graphql.ts')).toContain(
      'OrganizationsQuery = { organizations: ' +
        '{ nodes: Array<{ id: string, title: string, emailDomains: Array<string> }> } };',
    );
    expect(read('plain/graphql.ts')).toContain(
      'OrganizationsQuery = { organizations: ' +
        '{ nodes: Array<{ id: string, title: string | null, emailDomains: Array<string> | null } | null> | null } | null };',
    );
    expect(read('strict/graphql.ts')).not.toContain('Maybe<');
  });
});
