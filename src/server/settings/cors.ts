import { boolean, list, setting } from './setting.ts';

const origins = list().refine(
  (given) => given.every(isOrigin) || (given.length === 1 && given[0] === '*'),
  'must be a comma-separated list of origins such as https://app.example.com, without a path, or * alone',
);

/** Whether a text is an origin in the form in which browsers send it. */
function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Which pages of other origins may read responses. */
export const corsSettings = {
  corsOrigins: setting(
    '',
    'Comma-separated origins whose pages may send requests, such as `https://app.example.com`; `*` allows all. If empty, CORS is off.',
    origins,
  ),
  corsCredentials: setting('false', 'Whether pages of these origins may send requests with cookies.', boolean),
};

/** What is wrong with settings that are valid by themselves. `*` lets every site read what a credential of the user gives. */
export function corsMistakes(values: Readonly<Record<string, unknown>>): string[] {
  const { corsOrigins, corsCredentials, upstreamToken } = values;
  if (!Array.isArray(corsOrigins)) return [];
  if (corsOrigins.length === 0) {
    return corsCredentials === true ? ['CORS_CREDENTIALS needs origins in CORS_ORIGINS.'] : [];
  }
  if (corsOrigins[0] !== '*') return [];
  const mistakes: string[] = [];
  if (corsCredentials === true) mistakes.push('CORS_ORIGINS must list origins, not *, with CORS_CREDENTIALS.');
  if (upstreamToken !== undefined) {
    mistakes.push('CORS_ORIGINS must list origins, not *, with UPSTREAM_TOKEN: every site could use the token.');
  }
  return mistakes;
}
