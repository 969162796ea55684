/** Rules of docs/schema-guide.md that @graphql-eslint has none for. They read the same syntax tree as its own. */
import * as descriptions from './descriptions.js';
import * as names from './names.js';
import * as shapes from './shapes.js';

const all = { ...descriptions, ...names, ...shapes };

/** `idDescription` is the rule `own/id-description`. Rules with lists of exceptions take them as an option. */
const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export default {
  rules: Object.fromEntries(
    Object.entries(all).map(([name, create]) => [kebab(name), { meta: { schema: false }, create }]),
  ),
};
