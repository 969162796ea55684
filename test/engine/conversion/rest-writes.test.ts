import { describe, expect, it } from 'vitest';
import { restWritesInSteps } from '../../../src/engine/conversion/rest-writes.ts';
import { defaultLimits, runAtOnce } from '../../../src/engine/engine.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { createExtendedSchema } from '../../../src/server/graphql/schema-extension.ts';

const schema = createSchema();

function writesOf(query: string, variables: Record<string, unknown> = {}, ofSchema = schema) {
  return runAtOnce(restWritesInSteps(ofSchema, { query, variables }, defaultLimits));
}

describe('the REST calls of mutations', () => {
  it.each(['use \\u0000 for zero', '\\\\u0000', 'a\u0000b', '"\\'])('have a text as it is: %j', (title) => {
    const query = 'mutation ($title: String!) { updateSpace(input: { id: "s", title: $title }) { space { id } } }';
    expect(writesOf(query, { title })).toMatchObject([{ body: { title }, path: '/v1/spaces/s' }]);
  });

  it('name the ids that an earlier one returns', () => {
    const query = `mutation ($team: ID = "") {
      createTeam(input: { organizationId: "o", title: "New" }) { team { id @export(as: "team") } }
      updateTeam(input: { id: $team, title: "Newer" }) { team { id } }
    }`;
    expect(writesOf(query).map(({ path }) => path)).toEqual([
      '/v1/orgs/o/teams',
      '/v1/orgs/ID_OF_EARLIER_RESULT/teams/ID_OF_EARLIER_RESULT',
    ]);
  });

  it('are none of a mutation whose id a condition leaves out', () => {
    const query = `mutation ($makes: Boolean!, $team: ID = "") {
      createTeam(input: { organizationId: "o", title: "New" }) @include(if: $makes) { team { id @export(as: "team") } }
      deleteTeam(input: { id: $team }) { deletedId }
    }`;
    expect(writesOf(query, { makes: false })).toEqual([]);
    expect(() => writesOf(query, { makes: false, team: 'any' })).toThrow('Do not send a value for it.');
  });

  it('name such an id inside of JSON, too', () => {
    const query = `mutation ($site: ID! = "") {
      createSite(input: { organizationId: "o", title: "New" }) { site { id @export(as: "site") } }
      updateSiteAdaptiveSchema(input: { siteId: $site, jsonSchema: { const: $site } }) { userErrors { code } }
    }`;
    expect(writesOf(query)[1]?.body).toEqual({ jsonSchema: { const: 'ID_OF_EARLIER_RESULT' } });
  });

  it('are none for a mutation of an embedder', () => {
    const extended = createExtendedSchema({
      typeDefs: 'extend type Mutation { notify: Int }',
      resolvers: { Mutation: { notify: () => 1 } },
    });
    const query = 'mutation { notify updateSpace(input: { id: "s", title: "New" }) { space { id } } }';
    expect(writesOf(query, {}, extended).map(({ field }) => field)).toEqual(['updateSpace']);
  });
});
