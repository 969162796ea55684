import { readFileSync } from 'node:fs';
import { generate } from '@graphql-codegen/cli';
import { describe, expect, it } from 'vitest';
import { gateway } from '../support/gateway.ts';

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

  it('reads each form of the schema from a gateway by its address', async () => {
    const generated = async (path: string): Promise<string> => {
      const schema = new URL(path, gateway.url).href;
      const [file] = await generate(
        { silent: true, schema, generates: { 'types.ts': { plugins: ['typescript'] } } },
        false,
      );
      return file.content;
    };
    const title = (types: string) => /type Organization = Node & \{.*?\n {2}title(.*?);/s.exec(types)?.[1];
    expect(title(await generated('/schema.strict.graphql'))).toBe(": Scalars['String']['output']");
    expect(title(await generated('/schema.graphql'))).toBe("?: Maybe<Scalars['String']['output']>");
  });
});
