import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from 'docgraph/client';

/**
 * The strict form of the schema, which the package contains: what is null only together with an error is non-null here.
 * `FieldErrors` of docgraph/client keeps that promise at run time.
 */
const schema = 'node_modules/docgraph/src/generated/schema.strict.graphql';

const config: CodegenConfig = {
  schema,
  documents: ['src/**/*.{ts,tsx}', '!src/gql/**'],
  ignoreNoDocuments: true,
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: {
        // `useFragment` of client-preset is no React hook, so it gets a name without `use`.
        fragmentMasking: { unmaskFunctionName: 'readFragment' },
      },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars,
      },
    },
  },
};

export default config;
