import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** What the project's own rules say of a definition. */
async function problemsOf(sdl: string): Promise<string[]> {
  const [result] = await eslint.lintText(sdl, { filePath: 'schema/teams.graphql' });
  const messages = result?.messages.filter(({ ruleId }) => ruleId?.startsWith('own/')) ?? [];
  return messages.map(({ ruleId, message }) => `${ruleId?.slice('own/'.length)}: ${message}`);
}

const type = (fields: string) => `"T." type Mural { ${fields} }`;
const mutation = (fields: string) => `extend type Mutation { ${fields} }`;
const known = '"See `permissions.canEdit` of the space."';
const ending = '"Moderated." userErrors: [UserError!]! "Moderated." clientMutationId: String';

describe('the rules for names and shapes reject', () => {
  it.each([
    // Singular and plural.
    ['plural', '"T." type Murals implements Node { "G." id: ID! "R." restId: String! }', 'Murals is one record'],
    ['plural', type('"Moderated." reviewer: [String]'), 'reviewer has several values'],
    ['plural', type('"Moderated." sites: Site'), 'sites is one record'],
    // One name for one thing.
    ['mutation-type', mutation(`${known} createElephant: String`), 'Elephant is none'],
    [
      'one-name',
      '"T." input UpdateTeamInput { "Null removes it." caption: String }',
      'Team has no field with the name of caption',
    ],
    ['payload-record', '"T." type CreateTeamPayload { "New." group: Team }', 'Name group by its type, Team'],
    ['payload-record', '"T." type CreateTeamResult { "New." site: Team }', 'Name site by its type, Team'],
    ['filter-name', type('"Moderated." teams("Moderated." caption: String): TeamConnection'), 'filter caption'],
    // Mutations.
    [
      'mutation-shape',
      mutation(`${known} createTeam: Team`),
      'createTeam returns "CreateTeamPayload @semanticNonNull"',
    ],
    ['mutation-shape', mutation(`${known} createTeam: CreateTeamPayload`), 'createTeam returns'],
    ['mutation-shape', '"T." type CreateTeamPayload { "New." team: Team }', 'CreateTeamPayload has no userErrors'],
    ['mutation-shape', `"T." type DeleteTeamPayload { ${ending} }`, 'DeleteTeamPayload has no deletedId'],
    [
      'mutation-shape',
      `"T." input CreateTeamInput { "N." title: String } ${mutation(`${known} createTeam("I." input: CreateTeamInput!): Int`)}`,
      'CreateTeamInput has no clientMutationId',
    ],
    ['null-in-update', '"T." input UpdateTeamInput { "Moderated." title: String }', 'Say what null does in title'],
    ['named-permission', mutation('"Creates." createTeam: Int'), 'Name the flag in permissions that createTeam needs'],
    ['named-permission', type('"See `permissions.canFly` of the team." wings: Int'), 'There is no canFly'],
    [
      'named-permission',
      type('"See `permissions.canView` of the team and `permissions.canFly` of its parent team after it." wings: Int'),
      'There is no canFly',
    ],
    // Records and lists.
    ['node-ids', '"T." type Mural implements Node { "G." id: ID! }', 'Mural has a non-null restId'],
    ['connection-field', type('"Moderated." teams: TeamConnection'), 'teams takes "first: Int = 25"'],
    [
      'connection-field',
      type('"Moderated." teams("N." first: Int = 25 "C." after: String): TeamConnection!'),
      'make it nullable',
    ],
    ['look-up', type('"Moderated." team("Global id." id: ID!): Team!'), 'team finds no record'],
    ['look-up', type('"Moderated." team("Global id." id: ID!): Team @semanticNonNull'), 'team finds no record'],
    ['look-up', '"T." input TeamBy { "Global id." id: ID }', 'make it @oneOf'],
    ['look-up', type('"Moderated." team("Key." key: OpenApiSpecBy!): Team'), 'takes "by: …By!"'],
    ['json-object', type('"Moderated." options: JSONObject'), 'The contract may name the fields of Mural.options'],
    // Kinds of values.
    ['count-name', type('"Moderated." members: Int'), 'members'],
    ['count-name', type('"Moderated." memberCount: String'), 'memberCount'],
    ['flag-name', '"T." type TeamPermissions { "Moderated." isEditor: Boolean }', 'isEditor begins with can'],
    ['flag-name', type('"Moderated." text("Moderated." summary: Boolean): String'), 'Name summary by an adjective'],
    ['url-target', '"T." type MuralUrls { "Moderated." appUrl: URL }', 'Name appUrl by its target'],
  ])('%s: %s', async (rule, sdl, text) => {
    const found = (await problemsOf(sdl)).filter((problem) => problem.startsWith(`${rule}: `));
    expect(found.join('\n')).toContain(text);
  });
});

describe('the rules for names and shapes take', () => {
  it.each([
    type('"Moderated." teams("N." first: Int = 25 "C." after: String "Moderated." title: String): TeamConnection'),
    type(
      '"Moderated." site("Global id." id: ID!): Site "Moderated." openApiSpec("Key." by: OpenApiSpecBy!): OpenApiSpec',
    ),
    type('"See `permissions.canAdminister` of the team." memberCount: Int'),
    `"T." type UpdateMuralPayload { "New." section: SiteSection ${ending} }`,
    `"T." type DeleteSpacePayload { "Old." space: Space ${ending} }`,
    '"T." input UpdateTeamInput { "Null removes it." title: String "Global id of a member. Cannot be null." memberIds: [ID!] }',
    '"T." type MuralUrls { "Moderated." app: URL } "T." type MuralPermissions { "Moderated." canEdit: Boolean }',
  ])('%s', async (sdl) => {
    expect(await problemsOf(sdl)).toEqual([]);
  });
});
