import { type DocumentNode, Kind, parse } from 'graphql';

/** The fields of the root types that the SDL of a resource defines. */
export interface RootFields {
  readonly Query: readonly string[];
  readonly Mutation: readonly string[];
}

/** A resource, by its folder in src/resources. */
export interface ResourceFields extends RootFields {
  readonly name: string;
  readonly hasResolvers: boolean;
}

const roots = ['Query', 'Mutation'] as const;
type Root = (typeof roots)[number];

/** The fields that SDL defines on the root types, there or in extensions. */
export function rootFieldsOf(sdl: string | undefined): RootFields {
  if (sdl === undefined) return { Query: [], Mutation: [] };
  const document = parse(sdl);
  return { Query: fieldsOf(document, 'Query'), Mutation: fieldsOf(document, 'Mutation') };
}

function fieldsOf(document: DocumentNode, root: Root): string[] {
  return document.definitions.flatMap((definition) => {
    const isObject = definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION;
    return isObject && definition.name.value === root ? (definition.fields ?? []).map(({ name }) => name.value) : [];
  });
}

/** The types of the root resolvers of each resource: a resource without one of its resolvers does not compile. */
export function rootResolverTypes(resources: readonly ResourceFields[]): string {
  const types = resources.flatMap((resource) =>
    roots.flatMap((root) => {
      const names = resource[root].map((name) => `'${name}'`).join(' | ');
      const type = `${pascalCase(resource.name)}${root}Resolvers`;
      return names === '' ? [] : [`export type ${type} = Required<Pick<${root}Resolvers, ${names}>>;\n`];
    }),
  );
  return types.join('');
}

/** The module that imports the resolvers of all resources. */
export function resourcesModule(resources: readonly ResourceFields[]): string {
  const withResolvers = resources.filter(({ hasResolvers }) => hasResolvers);
  const imports = withResolvers.map(
    ({ name }) => `import * as ${camelCase(name)} from '../resources/${name}/resolvers.ts';\n`,
  );
  const all = withResolvers.map(({ name }) => `  ${camelCase(name)},\n`).join('');
  const ofRoot = (root: Root) => {
    const spreads = withResolvers
      .filter((resource) => resource[root].length > 0)
      .map(({ name }) => `  ...${camelCase(name)}.${root},\n`);
    return `/** The resolvers of the fields of ${root}: one that is missing does not compile. */
export const ${root} = {
${spreads.join('')}} satisfies Required<Omit<${root}Resolvers, '__isTypeOf'>>;
`;
  };
  return `${imports.join('')}import type { MutationResolvers, QueryResolvers } from './resolvers.ts';

/** What the resolvers of each resource export. */
export const resources = [
${all}];

${ofRoot('Query')}
${ofRoot('Mutation')}`;
}

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function pascalCase(name: string): string {
  return camelCase(`-${name}`);
}
