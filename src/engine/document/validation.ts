import {
  type ASTNode,
  type ASTVisitFn,
  type ASTVisitor,
  assertValidSchema,
  BREAK,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getEnterLeaveForKind,
  Kind,
  type OperationDefinitionNode,
  specifiedRules,
  TypeInfo,
  ValidationContext,
  type ValidationRule,
} from 'graphql';
import { type NodeVisitor, visitInSteps, withTypeInfo } from './visit-in-steps.ts';

/** Most errors of a document that are found. */
const defaultMaxErrors = 100;

/**
 * Validates a document by the rules of the specification and further ones, with the result of graphql's `validate`, in steps of
 * one node each. That function looks up a visitor for each pair of a rule and a kind of node before it begins, which takes as
 * long as a small document.
 */
export function* validationOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  furtherRules: readonly ValidationRule[] = [],
  maxErrors = defaultMaxErrors,
): Generator<void, readonly GraphQLError[], void> {
  assertValidSchema(schema);
  const typeInfo = new TypeInfo(schema);
  const errors: GraphQLError[] = [];
  const aborted = new GraphQLError('Too many validation errors, error limit reached. Validation aborted.');
  const usages = yield* usagesInSteps(schema, document);
  const context = new DocumentContext(schema, document, typeInfo, usages, (error) => {
    if (errors.length >= maxErrors) throw aborted;
    errors.push(error);
  });
  try {
    yield* visitInSteps(document, withTypeInfo(typeInfo, allRules(furtherRules)(context)));
  } catch (error) {
    if (error !== aborted) throw error;
    errors.push(aborted);
  }
  return errors;
}

/** Has the usages of variables at hand: some rules ask for those of a whole operation at once. */
class DocumentContext extends ValidationContext {
  readonly #usages: VariableUsages;

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    typeInfo: TypeInfo,
    usages: VariableUsages,
    onError: (error: GraphQLError) => void,
  ) {
    super(schema, document, typeInfo, onError);
    this.#usages = usages;
  }

  override getVariableUsages(node: OperationDefinitionNode | FragmentDefinitionNode) {
    return this.#usages.get(node) ?? super.getVariableUsages(node);
  }
}

/** Errors for the operations whose root type the schema lacks, such as subscriptions: validation reports none. */
export function missingRootTypes(schema: GraphQLSchema, { definitions }: DocumentNode): readonly GraphQLError[] {
  return definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .filter(({ operation }) => schema.getRootType(operation) == null)
    .map((nodes) => new GraphQLError(unsupportedOperation(nodes.operation), { nodes }));
}

export function unsupportedOperation(kind: string): string {
  return `The schema does not support ${kind} operations.`;
}

function allRules(furtherRules: readonly ValidationRule[]): (context: ValidationContext) => NodeVisitor {
  const rules = [...specifiedRules, ...furtherRules];
  return (context) => visitInParallel(rules.map((rule) => rule(context)));
}

/** The functions of one visitor for one kind of node. */
interface Handler {
  readonly index: number;
  readonly visitor: ASTVisitor;
  readonly enter: ASTVisitFn<ASTNode> | undefined;
  readonly leave: ASTVisitFn<ASTNode> | undefined;
}

/** As graphql's function of this name, for visitors that change nothing; finds their functions when a kind first occurs. */
function visitInParallel(visitors: readonly ASTVisitor[]): NodeVisitor {
  const handlersByKind = new Map<Kind, Handler[]>();
  // For each visitor the node whose descendants it skips, or BREAK when it has ended.
  const skipped: (ASTNode | typeof BREAK | undefined)[] = [];
  const handlersOf = (kind: Kind): Handler[] => {
    let handlers = handlersByKind.get(kind);
    if (handlers === undefined) {
      handlers = visitors.flatMap((visitor, index) => handlerOf(visitor, index, kind));
      handlersByKind.set(kind, handlers);
    }
    return handlers;
  };
  return {
    enter(node, key, parent, path, ancestors) {
      for (const { index, visitor, enter } of handlersOf(node.kind)) {
        if (enter === undefined || skipped[index] !== undefined) continue;
        const result = enter.call(visitor, node, key, parent, path, ancestors);
        if (result === false) skipped[index] = node;
        else if (result === BREAK) skipped[index] = BREAK;
      }
    },
    leave(node, key, parent, path, ancestors) {
      for (const { index, visitor, leave } of handlersOf(node.kind)) {
        if (skipped[index] === node) skipped[index] = undefined;
        else if (leave !== undefined && skipped[index] === undefined) {
          if (leave.call(visitor, node, key, parent, path, ancestors) === BREAK) skipped[index] = BREAK;
        }
      }
    },
  };
}

function handlerOf(visitor: ASTVisitor, index: number, kind: Kind): Handler[] {
  const { enter, leave } = getEnterLeaveForKind(visitor, kind);
  return enter === undefined && leave === undefined ? [] : [{ index, visitor, enter, leave }];
}

type Usages = ReturnType<ValidationContext['getVariableUsages']>;

/** Where each definition of a document uses variables. */
type VariableUsages = ReadonlyMap<OperationDefinitionNode | FragmentDefinitionNode, Usages>;

/** The usages of variables that graphql's `getVariableUsages` finds in each definition of a document, in steps of one node each. */
function* usagesInSteps(schema: GraphQLSchema, document: DocumentNode): Generator<void, VariableUsages, void> {
  const usages = new Map<OperationDefinitionNode | FragmentDefinitionNode, Usages>();
  const hasVariables = document.loc?.source.body.includes('$') ?? true;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    usages.set(definition, hasVariables ? yield* usagesIn(schema, definition) : []);
  }
  return usages;
}

function* usagesIn(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode | FragmentDefinitionNode,
): Generator<void, Usages, void> {
  const typeInfo = new TypeInfo(schema);
  const usages: Usages[number][] = [];
  // A definition of a variable names it, and may have directives.
  let isInDefinition = false;
  yield* visitInSteps(
    definition,
    withTypeInfo(typeInfo, {
      enter(node) {
        if (node.kind === Kind.VARIABLE_DEFINITION) isInDefinition = true;
        if (node.kind !== Kind.VARIABLE || isInDefinition) return;
        usages.push({
          node,
          type: typeInfo.getInputType(),
          defaultValue: typeInfo.getDefaultValue(),
          parentType: typeInfo.getParentInputType(),
        });
      },
      leave(node) {
        if (node.kind === Kind.VARIABLE_DEFINITION) isInDefinition = false;
      },
    }),
  );
  return usages;
}
