import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from 'docgraph/client';
import { knownValues } from 'docgraph/codegen';

const schema = '../../src/generated/schema.graphql';
const strictSchema = '../../src/generated/schema.strict.graphql';

const preset = {
  preset: 'client' as const,
  documents: 'documents/*.graphql',
  presetConfig: { fragmentMasking: { unmaskFunctionName: 'getFragmentData' } },
};
const config = {
  scalars,
  useTypeImports: true,
  strictScalars: true,
};

/** Strings with the values that `@knownValues` names, such as `'draft' | 'open' | (string & {})`. */
const known = knownValues(readFileSync(strictSchema, 'utf8'), { inputs: true });
const knownConfig = { ...config, scalars: { ...scalars, ...known.scalars } };

export default {
  generates: {
    // Types without null where the schema promises a value, for code that never reads a field with an error.
    'generated/strict/': { ...preset, schema: strictSchema, config },
    // The same types from the plain schema. Needs the package `graphql-sock`.
    'generated/semantic/': { ...preset, schema, config: { ...config, nullability: { errorHandlingClient: true } } },
    // Types for code that reads fields with errors as null.
    'generated/plain/': { ...preset, schema, config },
    // The strict types, in which editors complete the known values of strings.
    'generated/known/': { ...preset, schema: known.schema, config: knownConfig },
  },
} satisfies CodegenConfig;
