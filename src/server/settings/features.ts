import { boolean, setting } from './setting.ts';

/** What the gateway tells of itself and of its schema. */
export const featureSettings = {
  introspection: setting('true', 'Whether clients may query the schema by introspection.', boolean),
  suggestions: setting('true', 'Whether errors suggest names of the schema ("Did you mean …?").', boolean, 'false'),
  explain: setting('true', 'Whether clients may request `extensions.explain`.', boolean, 'false'),
  explorer: setting('true', 'Whether the explorer is served.', boolean, 'false'),
};
