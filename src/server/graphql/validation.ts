import {
  type ASTNode,
  type ASTVisitFn,
  type ASTVisitor,
  BREAK,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getEnterLeaveForKind,
  type Kind,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';

/**
 * Validates a document by the rules of the specification and further ones, with the result of graphql's `validate`. That looks up a visitor
 * for each pair of a rule and a kind of node before it begins, which takes as long as a small document itself.
 */
export function validateDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  furtherRules: readonly ValidationRule[] = [],
): readonly GraphQLError[] {
  const rules = [...specifiedRules, ...furtherRules];
  const allRules = (context: ValidationContext) => visitInParallel(rules.map((rule) => rule(context)));
  return validate(schema, document, [allRules]);
}

/** The functions of one visitor for one kind of node. */
interface Handler {
  readonly index: number;
  readonly visitor: ASTVisitor;
  readonly enter: ASTVisitFn<ASTNode> | undefined;
  readonly leave: ASTVisitFn<ASTNode> | undefined;
}

/** As graphql's function of this name, for visitors that change nothing; finds their functions when a kind first occurs. */
function visitInParallel(visitors: readonly ASTVisitor[]): ASTVisitor {
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
