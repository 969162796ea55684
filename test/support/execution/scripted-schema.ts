import { buildSchema, GraphQLError, type GraphQLScalarType, type GraphQLSchema, isAbstractType } from 'graphql';

/** The types of fields: every combination of list and non-null. */
const fields = `
  text(say: String = "default", must: Int! = 1, all: [ID!]): String
  textN: String!
  number: Int
  numberN: Int!
  flag: Boolean
  id: ID
  fussy: Fussy
  fussyN: Fussy!
  color: Color
  colorN: Color!
  texts: [String]
  textsI: [String!]
  textsL: [String]!
  textsN: [String!]!
  fussies: [Fussy!]
  grid: [[Int]]
  gridI: [[Int!]]
  gridN: [[Int!]!]!
  thing: Thing
  thingN: Thing!
  things: [Thing]
  thingsI: [Thing!]
  thingsN: [Thing!]!
  named: Named
  namedN: Named!
  nameds: [Named!]
  pet: Pet
  petN: Pet!
  pets: [Pet!]!
`;

const sdl = `
  scalar Fussy
  enum Color { RED GREEN }
  interface Named { name: String nameN: String! thing: Thing }
  union Pet = Dog | Cat
  type Dog implements Named { name: String nameN: String! thing: Thing bark: [Int!] }
  type Cat implements Named { name: String nameN: String! thing: Thing lives: Int! friend: Pet }
  type Stone { weight: Int }
  type Thing { ${fields} }
  type Query { ${fields} }
  type Mutation { ${fields} }
`;

/** A schema with every kind of value completion. Root fields take their values from the context. */
export function scriptedSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  const fussy = schema.getType('Fussy') as GraphQLScalarType;
  fussy.serialize = (value) => {
    if (value === 'bad') throw new GraphQLError('Fussy dislikes this.', { extensions: { code: 'FUSSY' } });
    if (value === 'worse') throw new TypeError('Fussy breaks.');
    return value === 'none' ? undefined : value;
  };
  for (const type of Object.values(schema.getTypeMap()).filter(isAbstractType)) {
    type.resolveType = (value) => {
      if (value?.kind === 'unknown') throw new Error('What is this?');
      return value?.kind;
    };
  }
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      field.resolve = (_source, args, context, info) => {
        const value = context[field.name];
        return typeof value === 'function' ? value(args, context, info) : value;
      };
    }
  }
  return schema;
}
