import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GraphQLObjectType, getNamedType } from 'graphql';
import type { Page } from '../contract/operation.ts';
import { Reference } from '../data/reference.ts';
import { includedFields } from '../operation/selection.ts';
import type { Window } from '../relay/connection.ts';
import type { Context } from './context.ts';
import type { Place } from './field.ts';
import { canStartBelow, startBelow } from './prefetch.ts';

/** A page that was asked for ahead of its field, and what of it the field will give. */
interface Awaited<Item> {
  answer: Promise<Page<Item>>;
  window: Window;
  toNode: (item: Item) => unknown;
}

/**
 * Goes on from a page to the calls below its items, where the field itself still waits for its parent's record: a slow
 * record holds up nothing but the fields that read it.
 */
export async function startBelowItems<Item>(awaited: Awaited<Item>, context: Context, place: Place): Promise<void> {
  const { answer, window, toNode } = awaited;
  const places = nodePlaces(place).filter(canStartBelow);
  if (places.length === 0) return;
  const { items } = await answer;
  // A field that waits for nothing else takes its page at once, and goes on by itself.
  await nextTurn();
  if (!context.loaders.isUntaken(answer)) return;
  const skip = window.start?.skip ?? 0;
  for (const item of items.slice(skip, skip + window.first)) {
    const node = toNode(item);
    if (node instanceof Reference) for (const one of places) startBelow(node, context, one);
  }
}

/** Where a connection's nodes are selected: by themselves, and in its edges. */
function nodePlaces({ scope, nodes, type }: Place): Place[] {
  const below = (name: string, on: Pick<Place, 'nodes' | 'type'>) =>
    includedFields(scope, on.nodes, on.type)
      .filter((one) => one.field.name === name)
      .map(({ field, node }) => ({ scope, nodes: [node], type: getNamedType(field.type) as GraphQLObjectType }));
  return [
    ...below('nodes', { nodes, type }),
    ...below('edges', { nodes, type }).flatMap((edges) => below('node', edges)),
  ];
}
