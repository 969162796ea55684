/** The scalars of the schema as TypeScript types: `scalars` of GraphQL Code Generator, `customScalarTypes` of Relay's compiler. */
export const scalars = { DateTime: 'string', URL: 'string', JSONObject: 'Record<string, unknown>' } as const;
