import { type GraphQLArgument, type GraphQLField, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../../src/engine/fields/field-definitions.ts';
import { GatewayError } from '../../../src/engine/http/errors.ts';
import { argumentRules } from '../../../src/resources/argument-rules.ts';
import { endpoints } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';

describe('the schema', () => {
  interface Place {
    name: string;
    field: GraphQLField<unknown, unknown>;
    argument: GraphQLArgument;
  }

  const schema = createSchema();

  /** Every argument outside of Mutation and of the roots' `node` and `nodes`, which take ids of every type. */
  const places: Place[] = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => name !== 'Mutation' && !name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) =>
        field.args.map((argument) => ({ name: `${type.name}.${field.name}(${argument.name}:)`, field, argument })),
      ),
    )
    .filter(({ name }) => !/^Query\.nodes?\(/.test(name));

  const refuse = ({ field }: Place, args: Record<string, unknown>) => {
    expect(() => definitionOf(field)?.checkArguments?.(args)).toThrow(GatewayError);
  };

  const refuseWindow = ({ field }: Place, args: Record<string, unknown>) => {
    const kind = definitionOf(field)?.kind;
    expect(kind?.hasWindow).toBe(true);
    expect(() => kind?.checkWindow(args)).toThrow(GatewayError);
  };

  const takesIds = ({ type }: GraphQLArgument) => getNamedType(type).name === 'ID';
  // Only a look-up of a file takes an id of a file.
  const wrongId = globalIdOf('File', 'space', 'file');
  const otherWrongId = globalIdOf('Page', 'space', 'page');

  it('has arguments of all kinds to check', () => {
    expect(places.filter(({ argument }) => takesIds(argument)).length).toBeGreaterThan(25);
    expect(Object.keys(argumentRules.ids).length).toBeGreaterThan(4);
  });

  it.each(places.filter(({ argument }) => takesIds(argument)))('checks the type of an id: $name', (place) => {
    const isList = String(place.argument.type).startsWith('[');
    const wrong = place.name.includes('.file(') ? otherWrongId : wrongId;
    refuse(place, { [place.argument.name]: isList ? ['plain', wrong] : wrong });
  });

  const idsIn = ({ argument }: (typeof places)[number]) => {
    const type = getNamedType(argument.type);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    return fields.filter((field) => getNamedType(field.type).name === 'ID');
  };

  it.each(places.filter((place) => idsIn(place).length > 0))(
    'checks the type of an id inside an input: $name',
    (place) => {
      for (const { name } of idsIn(place)) refuse(place, { [place.argument.name]: { [name]: wrongId } });
    },
  );

  it('has ids inside inputs', () => {
    expect(places.filter((place) => idsIn(place).length > 0).length).toBeGreaterThan(1);
  });

  it.each(places.filter(({ argument }) => argument.name === 'first'))('checks the window: $name', (place) => {
    refuseWindow(place, { first: 1001 });
    refuseWindow(place, { first: -1 });
  });

  it.each(places.filter(({ argument }) => argument.name === 'after'))('checks the cursor: $name', (place) => {
    refuseWindow(place, { first: 1, after: 'no cursor' });
  });

  it.each(places.filter(({ argument }) => ['id', 'slug', 'emailDomain'].includes(argument.name)))(
    'checks what goes into a path: $name',
    (place) => {
      for (const bad of ['.', '..', '', 'a\nb']) refuse(place, { [place.argument.name]: bad });
    },
  );

  it('lets no mutation go without a check of its input', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(endpoints.filter(({ method }) => method !== 'GET').length);
    const unchecked = mutations.filter((field) => definitionOf(field)?.kind.write === undefined);
    expect(unchecked.map(({ name }) => name)).toEqual([]);
  });
});
