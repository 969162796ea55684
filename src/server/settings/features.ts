import { boolean, setting } from './setting.ts';

/** What the gateway tells of itself and of its schema. */
export const featureSettings = {
  introspection: setting('INTROSPECTION', 'true', 'Whether clients may query the schema by introspection.', boolean),
  suggestions: setting(
    'SUGGESTIONS',
    'true',
    'Whether errors suggest names of the schema ("Did you mean …?").',
    boolean,
    'false',
  ),
  explain: setting('EXPLAIN', 'true', 'Whether clients may request `extensions.explain`.', boolean, 'false'),
  explorer: setting('EXPLORER', 'true', 'Whether the explorer is served.', boolean, 'false'),
};
