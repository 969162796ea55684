import type { CodegenConfig } from '@graphql-codegen/cli';

const schema = '../../src/generated/schema.graphql';
const strictSchema = '../../src/generated/schema.strict.graphql';

const preset = {
  preset: 'client' as const,
  documents: 'documents/*.graphql',
  presetConfig: { fragmentMasking: { unmaskFunctionName: 'getFragmentData' } },
};
const config = {
  scalars: { DateTime: 'string', URL: 'string', JSONObject: 'Record<string, unknown>' },
  useTypeImports: true,
  strictScalars: true,
};

export default {
  generates: {
    // Types without null where the schema promises a value, for code that never reads a field with an error.
    'generated/strict/': { ...preset, schema: strictSchema, config },
    // The same types from the plain schema. Needs the package `graphql-sock`.
    'generated/semantic/': { ...preset, schema, config: { ...config, nullability: { errorHandlingClient: true } } },
    // Types for code that reads fields with errors as null.
    'generated/plain/': { ...preset, schema, config },
  },
} satisfies CodegenConfig;
