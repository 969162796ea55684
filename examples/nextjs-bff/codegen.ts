import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from 'docgraph/client';

/**
 * The strict form of the schema, which the package contains: what is null only together with an error is non-null here.
 * `throwOnFieldError` in lib/execute.ts keeps that promise at run time.
 */
export default {
  schema: 'node_modules/docgraph/src/generated/schema.strict.graphql',
  documents: 'app/**/*.graphql',
  generates: {
    'gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      // Documents are strings: browsers load no parser and no syntax trees.
      config: { documentMode: 'string', useTypeImports: true, enumsAsTypes: true, strictScalars: true, scalars },
    },
  },
} satisfies CodegenConfig;
