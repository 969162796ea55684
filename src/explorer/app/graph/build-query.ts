import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { titleFields } from '../waterfall/record-title.ts';
import { targetOf } from './model.ts';

/** A field that leads from records to others, and what is selected of those. */
export interface Step {
  readonly field: string;
  /** Of a connection: how many records are read of each list. */
  readonly first: number;
  /** Fields without a selection of their own. */
  readonly selected: readonly string[];
}

/** A field that leads from a type to records. */
export interface Lead {
  readonly field: string;
  readonly type: string;
  /** Whether it needs a value that only the user knows, such as an id. */
  readonly needsValue: boolean;
}

/** Of a connection that is added. Small, as each list multiplies the calls below it. */
const defaultFirst = 5;

/** The type at the end of the steps from the root. */
export function typeAfter(schema: GraphQLSchema, steps: readonly Step[]): GraphQLObjectType | undefined {
  return steps.reduce<GraphQLObjectType | undefined>((type, { field }) => {
    const found = type?.getFields()[field];
    return found && objectType(schema, targetOf(found).name);
  }, schema.getQueryType() ?? undefined);
}

/** The fields that lead from a type to types of records; those that need no value come first. */
export function leadsOf(type: GraphQLObjectType, records: ReadonlySet<string>): Lead[] {
  return Object.values(type.getFields())
    .filter((field) => !isDeprecated(field) && records.has(targetOf(field).name))
    .map((field) => ({
      field: field.name,
      type: targetOf(field).name,
      needsValue: field.args.some(isRequiredArgument),
    }))
    .sort((a, b) => Number(a.needsValue) - Number(b.needsValue));
}

/** The fields of a type that a query selects by their names alone. */
export function leafFieldsOf(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
    .filter((field) => !isDeprecated(field))
    .map(({ name }) => name);
}

/** A step by a field, which selects what names a record to a reader. */
export function stepBy({ field, type }: Lead, schema: GraphQLSchema): Step {
  const target = objectType(schema, type);
  const names = target ? leafFieldsOf(target) : [];
  const title = titleFields.find((name) => names.includes(name));
  return { field, first: defaultFirst, selected: [title ?? names[0] ?? '__typename'] };
}

/** The fewest steps from the root to a type: without fields that need a value, if there is such a way. */
export function stepsTo(schema: GraphQLSchema, records: ReadonlySet<string>, type: string): Step[] | undefined {
  return search(schema, records, type, true) ?? search(schema, records, type, false);
}

function search(schema: GraphQLSchema, records: ReadonlySet<string>, goal: string, isFree: boolean) {
  const seen = new Set<string>();
  let paths: Step[][] = [[]];
  while (paths.length > 0) {
    const longer: Step[][] = [];
    for (const path of paths) {
      const type = typeAfter(schema, path);
      for (const lead of type ? leadsOf(type, records) : []) {
        if (seen.has(lead.type) || (isFree && lead.needsValue)) continue;
        seen.add(lead.type);
        const next = [...path, stepBy(lead, schema)];
        if (lead.type === goal) return next;
        longer.push(next);
      }
    }
    paths = longer;
  }
  return undefined;
}

export interface BuiltQuery {
  readonly query: string;
  /** Empty texts, for values that only the user knows. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The operation that reads along the steps. */
export function queryOf(schema: GraphQLSchema, steps: readonly Step[]): BuiltQuery {
  const declarations: string[] = [];
  const variables: Record<string, string> = {};
  const declare = ({ name, type }: GraphQLArgument, field: string): string => {
    const plain = name === 'id' ? `${field}Id` : name;
    const unique = plain in variables ? `${plain}${declarations.length + 1}` : plain;
    variables[unique] = '';
    declarations.push(`$${unique}: ${type}`);
    return `$${unique}`;
  };
  const root = schema.getQueryType();
  const lines = root ? linesOf(schema, root, steps, declare) : [];
  const name = operationName(steps.at(-1)?.field ?? '');
  const head = declarations.length > 0 ? `query ${name}(${declarations.join(', ')})` : `query ${name}`;
  return { query: `${block(head, lines).join('\n')}\n`, variables };
}

type Declare = (argument: GraphQLArgument, field: string) => string;

function linesOf(
  schema: GraphQLSchema,
  parent: GraphQLObjectType,
  [step, ...rest]: readonly Step[],
  declare: Declare,
): string[] {
  const field = step && parent.getFields()[step.field];
  if (step === undefined || field === undefined) return [];
  const { name, isConnection } = targetOf(field);
  const head = `${field.name}${argumentsText(field, step, declare)}`;
  const type = objectType(schema, name);
  const below = type ? linesOf(schema, type, rest, declare) : [];
  const selected = [...step.selected, ...below];
  const lines = selected.length > 0 ? selected : ['__typename'];
  return block(head, isConnection ? block('nodes', lines) : lines);
}

function argumentsText({ name, args }: GraphQLField<unknown, unknown>, { first }: Step, declare: Declare): string {
  const texts = args.flatMap((argument) => {
    if (isRequiredArgument(argument)) return [`${argument.name}: ${declare(argument, name)}`];
    return argument.name === 'first' ? [`first: ${first}`] : [];
  });
  return texts.length > 0 ? `(${texts.join(', ')})` : '';
}

function block(head: string, lines: readonly string[]): string[] {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}'];
}

function operationName(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1);
}

function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType | undefined {
  const type = schema.getType(name);
  return isObjectType(type) ? type : undefined;
}

function isDeprecated({ deprecationReason }: GraphQLField<unknown, unknown>): boolean {
  return deprecationReason != null;
}
