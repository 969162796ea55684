import { type Attack, getQuery, post } from '../../support/attacks/attacks.ts';
import { json, type Reply } from '../../support/upstreams/fault-upstream.ts';
import type { Group } from './groups.ts';

/** Credentials with characters that encodings change. */
const secrets: Readonly<Record<string, string>> = {
  authorization: 'Bearer s3kr/et+T0ken==of&the~client42',
  'x-api-key': 'k3y/of+the==client&number~4711',
  cookie: 'session=c00kie/of+the==client~4711; theme=dark',
};

/** The part of each header that identifies the client. */
const secretOf = (name: string) => (secrets[name] ?? '').replace(/^Bearer |^session=|; .*$/g, '');

/** The forms in which a service may quote a credential. */
const forms: Readonly<Record<string, (secret: string, header: string) => string>> = {
  'as it is': (secret) => secret,
  'with its scheme': (_, header) => header,
  'URL-encoded': encodeURIComponent,
  'URL-encoded in lower case': (secret) => encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64 with its scheme': (_, header) => Buffer.from(header).toString('base64'),
  'in base64url': (secret) => Buffer.from(secret).toString('base64url'),
  'cut short': (secret) => `${secret.slice(0, 16)}…`,
  'without its beginning': (secret) => `…${secret.slice(8)}`,
  'in quotes': (secret) => JSON.stringify(secret),
};

const quoted = (form: string, name: string) =>
  (forms[form] as (secret: string, header: string) => string)(secretOf(name), secrets[name] ?? '');

/** What must not come back: any 12 characters of the quoted form. */
const trace = (text: string) => {
  const plain = text.replaceAll(/["…]|^Bearer |^session=|; theme=dark$/g, '');
  return new RegExp(plain.slice(0, 12).replaceAll(/[^\w]/g, '\\$&'));
};

const message = () => post('{ organization(id: "o1") { title } }', undefined, secrets);

const attacks = Object.keys(secrets).flatMap((name) =>
  Object.keys(forms).map(
    (form): Attack => ({
      name: `${name} ${form} in a message of the service`,
      message,
      upstream: json({ error: { message: `The credentials ${quoted(form, name)} are not valid.` } }, 403),
      expected: { status: 200, code: 'FORBIDDEN', calls: 1, hasNot: trace(quoted(form, name)) },
    }),
  ),
);

/** A token of letters that a request id may contain. */
const plainToken = 's3kretT0kenOfTheClient42';

const echo: Reply = (response, request) =>
  json({ message: `No ${request.headers.authorization}` }, 401, { 'x-request-id': `req-${plainToken}` })(
    response,
    request,
  );

export const credentialAttacks: Group = {
  name: 'credentials',
  settings: { FORWARD_HEADERS: 'x-api-key,cookie', LOG_LEVEL: 'trace' },
  attacks: [
    ...attacks,
    {
      name: 'a token in the id of a request',
      message: () => post('{ organization(id: "o1") { title } }', undefined, { authorization: `Bearer ${plainToken}` }),
      upstream: echo,
      expected: { status: 200, code: 'UNAUTHENTICATED', calls: 1, hasNot: /s3kret/ },
    },
    {
      name: 'a token in a query that is rejected',
      message: () => getQuery('{ organization(id: "o1", token: "s3kr-in-a-literal") { title } }'),
      expected: { status: [200, 400], calls: 0, data: false, code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ],
};
