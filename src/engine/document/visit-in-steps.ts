import type { ASTNode, TypeInfo } from 'graphql';

type Parent = ASTNode | readonly ASTNode[];

/** Called for a node with its key, its parent, the path to it, and what it is in, as visitors of graphql are. */
type Visit = (
  node: ASTNode,
  key: string | number | undefined,
  parent: Parent | undefined,
  path: readonly (string | number)[],
  ancestors: readonly Parent[],
) => void;

/** A visitor that changes nothing and skips nothing. */
export interface NodeVisitor {
  enter: Visit;
  leave: Visit;
}

/** A node or a list whose children are being visited. */
interface Frame {
  readonly value: Parent;
  readonly key: string | number | undefined;
  readonly keys: readonly string[] | undefined;
  index: number;
}

/** Visits all nodes of a document in the order of graphql's `visit`. Each node is a step. */
export function* visitInSteps(root: ASTNode, { enter, leave }: NodeVisitor): Generator<void, void, void> {
  const path: (string | number)[] = [];
  const ancestors: Parent[] = [];
  enter(root, undefined, undefined, path, ancestors);
  const frames: Frame[] = [frameOf(root, undefined)];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const key = nextKeyOf(frame);
    if (key === undefined) {
      frames.pop();
      const parent = ancestors.pop();
      if (isNode(frame.value)) leave(frame.value, frame.key, parent, path, ancestors);
      path.pop();
      continue;
    }
    const value = frame.value[key as keyof Parent] as unknown;
    // Descriptions must not affect validation.
    if (typeof value !== 'object' || value === null || key === 'loc' || key === 'description') continue;
    path.push(key);
    if (isNode(value)) {
      enter(value, key, frame.value, path, ancestors);
      yield;
    }
    ancestors.push(frame.value);
    frames.push(frameOf(value as Parent, key));
  }
}

/** A visitor that finds the types of each node in `typeInfo`. */
export function withTypeInfo(typeInfo: TypeInfo, { enter, leave }: NodeVisitor): NodeVisitor {
  return {
    enter: (node, ...place) => {
      typeInfo.enter(node);
      enter(node, ...place);
    },
    leave: (node, ...place) => {
      leave(node, ...place);
      typeInfo.leave(node);
    },
  };
}

function frameOf(value: Parent, key: string | number | undefined): Frame {
  const keys = isNode(value) ? Object.keys(value) : undefined;
  return { value, key, keys, index: 0 };
}

/** Undefined after the last one. */
function nextKeyOf(frame: Frame): string | number | undefined {
  const { keys, value } = frame;
  const index = frame.index++;
  if (keys !== undefined) return keys[index];
  return index < (value as readonly ASTNode[]).length ? index : undefined;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
