import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** The rules that a definition breaks, and the names that they complain about. */
async function problemsOf(sdl: string): Promise<string[]> {
  const [result] = await eslint.lintText(sdl, { filePath: 'schema/teams.graphql' });
  return result?.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`) ?? [];
}

describe('the lint rules of the schema', () => {
  it.each([
    ['an acronym in a field', '"T." type Team { "F." ssoURL: String }', 'ssoURL'],
    ['an acronym in a type', '"T." type OpenAPISpec { "F." name: String }', 'OpenAPISpec'],
    ['a flag without a verb', '"T." type Team { "F." sso: Boolean! }', 'sso'],
    ['a flag of an input without a verb', '"T." input TeamInput { "F." enabled: Boolean }', 'enabled'],
    ['a list of records without Ids', '"T." input TeamInput { "F." authors: [ID!]! }', 'authors'],
    ['a filter without Id', '"T." type Team { "F." sites("A." space: ID): String }', 'space'],
    ['a time without At', '"T." type Team { "F." endDate: DateTime }', 'endDate'],
    ['a URL without Url', '"T." type Team { "F." logo: URL }', 'logo'],
    ['another verb', 'extend type Mutation { "F." setTeam: String }', 'setTeam'],
    ['an addition to nothing', 'extend type Mutation { "F." addTeam: String }', 'addTeam'],
  ])('reject %s', async (_, sdl, name) => {
    const named = (await problemsOf(sdl)).filter((problem) => problem.startsWith('@graphql-eslint/naming-convention'));
    expect(named).toEqual([expect.stringContaining(name)]);
  });

  it('take what follows the rules', async () => {
    const sdl = `
      "T." type TeamUrls { "F." app: URL }
      "T." type Team { "F." hasSso: Boolean "F." endsAt: DateTime "F." logoUrl: URL "F." sites("A." spaceId: ID): String }
      extend type Mutation { "F." addSiteSectionToGroup: String "F." upsertTeam: String }`;
    expect((await problemsOf(sdl)).filter((problem) => problem.includes('naming-convention'))).toEqual([]);
  });

  const connection = (name: string, node: string, edge: string) => `
    "T." type ${name}Connection {
      "F." edges: [${name}Edge]
      "F." nodes: [${node}]
      "F." pageInfo: PageInfo!
    }
    "T." type ${name}Edge { "F." node: ${node} "F." cursor: String! ${edge} }`;

  it.each([
    [
      'a connection that is not named by its nodes',
      connection('SpaceSearch', 'SearchPage', ''),
      'SearchPageConnection',
    ],
    ['a prefix for edges that say nothing more', connection('MemberSpace', 'Space', ''), 'SpaceConnection'],
    ['an id of an unknown kind', '"T." type Team { "Id of a moderated review." reviewId: String }', 'reviewId'],
    [
      'an argument of an unknown kind',
      '"T." type Team { "F." site("Id that the caller chooses." id: ID!): String }',
      'of id',
    ],
    ['an input of an unknown kind', '"T." input TeamInput { "Ids." siteIds: [ID!] }', 'siteIds'],
    [
      'a deprecation without a replacement',
      '"T." type Team { "F." a: String @deprecated(reason: "Use `b` of the service.") }',
      'replaces a',
    ],
    [
      'values in a description',
      '"T." type Team { "Status. Known values: `open`; others are possible." status: String }',
      'State the values of status',
    ],
    [
      'a list of values',
      '"T." type Team { "Status: `open` or `draft`." status: String }',
      'State the values of status',
    ],
    ['no known value', '"T." type Team { "F." status: String @knownValues(values: []) }', 'value of status once'],
    [
      'a known value of an input twice',
      '"T." input TeamInput { "F." status: String @knownValues(values: ["a", "a"]) }',
      'value of status once',
    ],
    [
      'known values of an argument that is no string',
      '"T." type Team { "F." a("Anything." b: Int @knownValues(values: ["1"])): String }',
      'b is no String',
    ],
  ])('reject %s', async (_, sdl, text) => {
    const own = (await problemsOf(sdl)).filter((problem) => problem.startsWith('own/'));
    expect(own).toEqual([expect.stringContaining(text)]);
  });

  it('take connections by their nodes, ids of a known kind, and deprecations with a replacement', async () => {
    const sdl = `
      ${connection('SearchPage', 'SearchPage', '')}
      ${connection('MemberSpace', 'Space', '"F." role: String')}
      "T." type Team {
        "REST id of a review." reviewId: String
        "SAML entity ID." entityId: String
        "F." status: [String!] @knownValues(values: ["open", "draft"])
        "F." old("Global id or REST id." id: ID): String @deprecated(reason: "Use \`reviewId\`.")
      }`;
    expect((await problemsOf(sdl)).filter((problem) => problem.startsWith('own/'))).toEqual([]);
  });

  it.each([
    ['"Title of the team." title: String', 'Team.title'],
    ['"Whether the team is hidden." isHidden: Boolean', 'Team.isHidden'],
    ['"Teams of the team." teams: [Team]', 'Team.teams'],
    ['"F." page("The page." page: Int): String', 'page.page'],
  ])('reject a description that repeats the names: %s', async (field, name) => {
    const own = (await problemsOf(`"T." type Team { ${field} }`)).filter((problem) => problem.startsWith('own/'));
    expect(own).toEqual([`own/telling-description: Say of ${name} what its name does not.`]);
  });

  it('reject a description of a type that repeats its name', async () => {
    const sdl = '"A member of a team." type TeamMember { "Title that readers see." title: String }';
    const own = (await problemsOf(sdl)).filter((problem) => problem.startsWith('own/'));
    expect(own).toEqual(['own/telling-description: Say of TeamMember what its name does not.']);
  });

  it('take descriptions that say more, and the patterns of ids and URLs', async () => {
    const sdl = `"T." type Team { "Title that readers see." title: String "REST id of the team." restId: String }
      "T." type TeamResult { "Team." team: Team }`;
    expect((await problemsOf(sdl)).filter((problem) => problem.startsWith('own/'))).toEqual([]);
  });

  it('reject a definition without a description', async () => {
    expect((await problemsOf('type Team { name: String }')).join()).toContain('@graphql-eslint/require-description');
  });
});
