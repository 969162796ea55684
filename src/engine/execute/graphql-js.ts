import { type GraphQLFieldResolver, type GraphQLResolveInfo, isObjectType, responsePathAsArray } from 'graphql';
import { type CompiledField, type Selection, selectionOn } from '../compile/compiled-operation.ts';
import type { Context } from '../data/context.ts';
import { PendingValue } from '../fields/pending-value.ts';
import { Budget } from './budget.ts';
import { fieldContext, isOperationContext, type OperationContext } from './context.ts';
import { GraphQLJsExecution } from './graphql-js-execution.ts';
import { checkedValue, resolveField } from './resolve.ts';

/** The resolver of every field where graphql-js executes the operation: it resolves the compiled field. */
export const resolveForGraphQLJs: GraphQLFieldResolver<unknown, Context> = (parent, _args, context, info) => {
  if (!isOperationContext(context)) throw new TypeError('The context was not made by createOperationContext.');
  const compiled = compiledFieldOf(info, context);
  if (compiled.definition === undefined) throw new TypeError(`${info.fieldName} has no definition.`);
  const { definition } = compiled;
  const own = fieldContext(context, compiled, () => responsePathAsArray(info.path));
  const check = (value: unknown) => checkedValue(value, compiled, definition, parent, own);
  return executionOf(context).resolve(compiled, info, () => {
    // Its own arguments lack the ids that mutations export to variables, and are not checked.
    const value = resolveField(compiled, definition, parent, context.args.of(compiled), own, () => info);
    return value instanceof Promise || value instanceof PendingValue ? value.then(check) : check(value);
  });
};

function executionOf(context: OperationContext): GraphQLJsExecution {
  context.graphqlJs ??= new GraphQLJsExecution(context.budget ?? new Budget(context.limits));
  return context.graphqlJs;
}

/** graphql-js hands the same array of nodes to a field's resolver for all of its parents. */
function compiledFieldOf(info: GraphQLResolveInfo, context: OperationContext): CompiledField {
  const { fields } = executionOf(context);
  let compiled = fields.get(info.fieldNodes);
  if (compiled === undefined || compiled.parentType !== info.parentType) {
    compiled = findField(info, context);
    fields.set(info.fieldNodes, compiled);
  }
  return compiled;
}

/** The compiled field at the path of a resolver's `info`. */
function findField(info: GraphQLResolveInfo, { compiled }: OperationContext): CompiledField {
  const steps: { key: string; typeName: string }[] = [];
  for (let path: GraphQLResolveInfo['path'] | undefined = info.path; path !== undefined; path = path.prev) {
    if (typeof path.key === 'string') steps.push({ key: path.key, typeName: path.typename ?? '' });
  }
  let selection: Selection | undefined = compiled.root();
  let field: CompiledField | undefined;
  for (const { key, typeName } of steps.reverse()) {
    if (field !== undefined) {
      const type = compiled.schema.getType(typeName);
      selection = isObjectType(type) ? selectionOn(field.shape, type) : undefined;
    }
    field = selection?.fields.find((one) => one.key === key);
  }
  if (field === undefined) throw new TypeError(`The operation has no field ${info.fieldName} at this path.`);
  return field;
}
