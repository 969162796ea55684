import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../src/engine/conversion/conversion-error.ts';
import { fromRestInSteps } from '../../../src/engine/conversion/convert.ts';
import { maxTextLength, parseRestText } from '../../../src/engine/conversion/rest-text.ts';
import { runAtOnce } from '../../../src/engine/turns/event-loop-turn.ts';
import { restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';

const schema = createSchema();
const convert = (text: string) => runAtOnce(fromRestInSteps(schema, restContract, text));

describe('a curl command', () => {
  const body = '{"title":"It\'s"}';

  it.each([
    ['a path alone', '/v1/orgs', { method: 'GET', url: '/v1/orgs' }],
    ['a method and a path', 'DELETE /v1/spaces/s', { method: 'DELETE', url: '/v1/spaces/s' }],
    ['a method, a path and a body', `PATCH /v1/spaces/s ${body}`, { method: 'PATCH', url: '/v1/spaces/s', body }],
    ['a prompt', '$ curl https://a/v1/orgs', { method: 'GET', url: 'https://a/v1/orgs' }],
    ['single quotes', `curl 'https://a/b c' -d '{"title":"It'\\''s"}'`, { method: 'POST', url: 'https://a/b c', body }],
    ['double quotes', 'curl "https://a/\\$x" --data "\\"\\\\"', { method: 'POST', url: 'https://a/$x', body: '"\\' }],
    [
      'quotes of browsers',
      `curl 'https://a' --data-raw $'{"title":"It\\'s\\u0021\\n"}'`,
      { body: '{"title":"It\'s!\n"}' },
    ],
    [
      'several lines',
      'curl -X PUT \\\n  --url https://a/v1 \\\r\n  -d x',
      { method: 'PUT', url: 'https://a/v1', body: 'x' },
    ],
    ['several lines of Windows', 'curl ^\r\n  https://a', { method: 'GET', url: 'https://a' }],
    ['letters in one word', `curl -sSXPATCH https://a -d'${body.replace("'", '')}'`, { method: 'PATCH' }],
    ['--json', `curl --json '{"a":1}' https://a`, { method: 'POST', body: '{"a":1}' }],
    [
      'parameters by -G',
      "curl -G https://a?x=1 -d a=b --data-urlencode 'c=d &'",
      { url: 'https://a?x=1&a=b&c=d%20%26' },
    ],
    ['half of a character', "curl -G https://a --data-urlencode 'a=\ud83d'", { url: 'https://a?a=%EF%BF%BD' }],
    ['options that do not matter', 'curl -o out -u a:b --compressed -L https://a', { method: 'GET', url: 'https://a' }],
    ['a pipe behind it', 'curl https://a | jq .', { url: 'https://a' }],
    ['an operator that ends it', 'curl https://a; ', { url: 'https://a' }],
    ['redirections', 'curl > out https://a 2>&1 -X PUT &>"$LOG"', { method: 'PUT', url: 'https://a' }],
    ['comments', 'curl https://a # all\n\n  # the end', { url: 'https://a' }],
    ['comments before it', '#!/bin/sh\n# All of them\r\n\ncurl https://a', { url: 'https://a' }],
    ['a prompt of root', '# curl https://a \\\n  -X PUT', { method: 'PUT', url: 'https://a' }],
    ['a variable as origin', `curl "\${REST_URL}/v1/orgs"`, { url: `\${REST_URL}/v1/orgs` }],
    ['variables in the origin', 'curl http://$HOST:`cat port`/v1', { url: 'http://$HOST:`cat port`/v1' }],
    [
      'variables in what is dropped',
      `curl https://a -u$USER -H "authorization: Bearer $(cat token)" --max-time \${TIME}`,
      { url: 'https://a' },
    ],
    [
      'dollars that are literal',
      `curl 'https://a/$id' -d "\\$id $ $" -X 'A'`,
      { url: 'https://a/$id', body: '$id $ $' },
    ],
    ['dollars of cmd.exe', 'curl ^"https://a/$id^" -d ^"`$id`^"', { url: 'https://a/$id', body: '`$id`' }],
    ['end of options', 'curl -- https://a', { url: 'https://a' }],
  ])('is read with %s', (_, text, expected) => {
    expect(parseRestText(text, '/v1/orgs')).toMatchObject(expected);
  });

  it.each([
    ['', 'Paste a curl command'],
    ['hello', 'Expected a curl command'],
    ['wget /v1/orgs', 'Expected a curl command, a call of fetch, or a REST path such as /v1/orgs.'],
    ["curl 'https://a", "The quote ' is not closed"],
    ['curl "https://a', 'The quote " is not closed'],
    ["curl $'https://a\\", "The quote $' is not closed"],
    ['curl -H a:b', 'no URL'],
    ['curl https://a https://b', 'several URLs'],
    ['curl https://a -d @body.json', 'The body is in a file'],
    ['curl https://a -X', 'The option -X has no value'],
    ['curl "https://a/v1/spaces/$SPACE_ID"', 'A shell would replace "$SPACE_ID" in the URL. Write its value,'],
    [`curl https://a/v1/spaces/\${SPACE_ID}?x=1`, `replace "\${SPACE_ID}" in the URL`],
    ['curl $REST_URL/v1/spaces/$(cat id)', 'replace "$(cat id)" in the URL'],
    ['curl --url "https://a/`id -u`"', 'replace "`id -u`" in the URL'],
    ['curl https://a -d "{\\"title\\":\\"$TITLE\\"}"', 'replace "$TITLE" in the body'],
    ['curl https://a -d$BODY', 'replace "$BODY" in the body'],
    ['curl https://a -X $1', 'replace "$1" in the method'],
    ['curl https://a && curl https://b', 'The text goes on after the command: "&& curl". Paste one request'],
    ['curl https://a&&curl https://b', 'goes on after the command: "&&curl"'],
    ['curl https://a || echo', 'goes on after the command: "|| echo"'],
    ['curl https://a; curl https://b', 'goes on after the command: "; curl"'],
    ['curl https://a & curl https://b', 'goes on after the command: "& curl"'],
    ['curl https://a > a && curl https://b', 'goes on after the command: "&& curl"'],
    ['curl https://a | jq .id | xargs curl https://b', 'goes on after the command: "| jq"'],
    ['curl https://a\ncurl -H "Authorization: Bearer secret" https://b', 'goes on after the command: "curl"'],
    ['curl https://a && export TOKEN=secret', 'goes on after the command: "&& export"'],
    ['curl https://a\nTOKEN=secret curl https://b', 'The text goes on after the command. Paste one'],
    ['{"headers":{"authorization":"Bearer/secret"}}', 'Expected a curl command'],
    ['TOKEN=secret/', 'Expected a curl command'],
    ['curl https://a\n# then\ncurl https://b', 'goes on after the command: "curl"'],
    [`/v1/${'x'.repeat(maxTextLength)}`, 'more than 65536 characters'],
  ])('is rejected: %s', (text, message) => {
    expect(() => convert(text)).toThrow(ConversionError);
    expect(() => convert(text)).toThrow(message);
  });
});

describe('a REST call', () => {
  it('becomes a query with variables, the page as a cursor', () => {
    const { query, variables, notes } = convert('/v1/orgs/o1/sites?published=true&title=Docs&limit=10&page=p2');
    expect(notes).toEqual([]);
    expect(variables).toEqual({
      organizationId: 'o1',
      isPublished: true,
      title: 'Docs',
      first: 10,
      after: expect.any(String),
    });
    expect(Buffer.from(String(variables.after), 'base64url').toString()).toMatch(/^1\.[\w-]{8}\.10\.0\.p2$/);
    expect(query).toContain('sites(isPublished: $isPublished, title: $title, first: $first, after: $after) {');
  });

  it('becomes a mutation with its input', () => {
    const { query, variables, operationName } = convert(
      `curl -X PATCH https://rest/v1/orgs/o/teams/t -H 'Authorization: Bearer x' -d '{"title":"Core"}'`,
    );
    expect(operationName).toBe('UpdateTeam');
    expect(variables).toEqual({ input: { id: Buffer.from('Team:o/t').toString('base64url'), title: 'Core' } });
    expect(query).toMatch(
      /^mutation UpdateTeam\(\$input: UpdateTeamInput!\) \{\n {2}updateTeam\(input: \$input\) \{\n/,
    );
    expect(query).toContain('userErrors {');
  });

  it('takes the default window where it has no limit, and says so', () => {
    const { variables, notes } = convert('https://rest.example/prefix/v1/spaces/s/change-requests?status=open');
    expect(variables).toEqual({ spaceId: 's', status: 'open' });
    expect(notes).toEqual([expect.stringContaining('25 items')]);
  });

  it.each([
    ['/v2/orgs', 'The contract has no operation at "/v2/orgs".'],
    ['POST /v1/orgs', 'The contract has no "POST" at "/v1/orgs". It has GET.'],
    ['/v1/orgs?all=1', 'organizations.list has no query parameter "all". It takes page, limit.'],
    ['/v1/orgs?__proto__=1', 'no query parameter "__proto__"'],
    ['/v1/orgs?limit=0', '"limit" must be from 1 to 1000, not 0.'],
    ['/v1/orgs?limit=x', '"limit" must be a whole number, not "x".'],
    ['/v1/orgs?page=t', 'Add the "limit"'],
    ['/v1/orgs?limit=1&limit=2', '"limit" is given twice'],
    ['/v1/orgs/%E0%A4%A', 'not encoded correctly'],
    ['/v1/orgs/..%2f', 'is not a valid id'],
    ['/v1/orgs/o/members?role=king', '"role" must be one of'],
    ['PATCH /v1/spaces/s {"title":', 'The body is not valid JSON.'],
    ['PATCH /v1/spaces/s {"name":"x"}', 'The body has a field that the contract does not have: "name".'],
    ['PATCH /v1/spaces/s {"__proto__":{}}', 'does not have: "__proto__"'],
    ['PATCH /v1/spaces/s [1]', 'The body must be a JSON object.'],
    ['PATCH /v1/spaces/s {"title":7}', 'title: String cannot represent a non string value'],
    ['PATCH /v1/spaces/s {"editMode":"x"}', 'editMode'],
    ['curl -T spec.json https://a.example/v1/orgs/o/openapi/p', 'The body of -T is in a file or a form.'],
    ['curl -Fsource=@a.json https://a.example/v1/orgs/o/openapi/p', 'The body of -F is in a file or a form.'],
    ['POST /v1/spaces/s/duplicate {"a":1}', 'spaces.duplicate takes no body. Leave it out.'],
    [
      `PUT /v1/orgs/o/sites/s/adaptive-schema {"jsonSchema":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`,
      'deeper than 100',
    ],
  ])('is rejected: %s', (text, message) => {
    expect(() => convert(text)).toThrow(ConversionError);
    expect(() => convert(text)).toThrow(message);
  });
});

describe('hostile texts', () => {
  it.each([
    ['nested lists', `PATCH /v1/spaces/s ${'['.repeat(60_000)}`],
    ['slashes', '/'.repeat(60_000)],
    ['quotes', `curl ${'"\'"'.repeat(15_000)}`],
    ['escapes', `curl "${'\\\\'.repeat(30_000)}`],
    ['spaces', `curl${' '.repeat(60_000)}`],
    ['options', `curl ${'-'.repeat(60_000)}`],
    ['letters', `curl -${'X'.repeat(60_000)}`],
    ['parameters', `/v1/orgs?${'limit=1&'.repeat(8000)}`],
    ['lines', `curl ${'\\\n'.repeat(30_000)}`],
    ['empty lines', `curl https://a${'\n'.repeat(60_000)}x`],
    ['comments', `${'#\n'.repeat(30_000)}#`],
    ['variables', `curl ${'$a'.repeat(30_000)}/$a`],
    ['braces', `curl /${'${'.repeat(30_000)}`],
    ['backticks', `curl /"${'`'.repeat(30_001)}"`],
    ['redirections', `curl ${'1>'.repeat(30_000)}`],
  ])('%s are rejected with a message', (_, text) => {
    expect(() => convert(text)).toThrow(ConversionError);
  });
});
