import { type FragmentDefinitionNode, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import { tooDeep, tooExpensive } from './limits.ts';

/** Most fragments that are followed, counted anew in each selection set. */
const maxFollowed = 50_000;

/** What a selection set selects after its fragments are expanded. */
export interface SelectionCounts {
  fields: number;
  aliases: number;
  /** Levels of fields. */
  depth: number;
  /** Fields of the set itself, and of the fragments that are spread in it. */
  ownFields: number;
  /** About how many values are selected, if the fields are those of introspection. */
  weight: number;
  /** The weight of what is selected by introspection. */
  introspection: number;
}

/** What a selection set or fragment selects without the fragments that it spreads. */
interface OwnCounts extends SelectionCounts {
  readonly spreads: Set<string>;
}

/**
 * Counts what operations select, each fragment once for each selection set that it is spread in, as they are collected for
 * execution. Each fragment is analyzed once, so that the time does not grow with the number of fields. Fragments may form
 * cycles: validation, which comes later, rejects these.
 */
export class SelectionCounter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #maxDepth: number;
  /** Undefined while a fragment is being analyzed. */
  readonly #counts = new Map<string, OwnCounts | undefined>();
  #followed = 0;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>, maxDepth: number) {
    this.#fragments = fragments;
    this.#maxDepth = maxDepth;
  }

  /** Throws OPERATION_TOO_EXPENSIVE for fields that are too deep. */
  count(set: SelectionSetNode): SelectionCounts {
    return this.#expanded(set, 1);
  }

  /** Checks the depth of fragments that no operation uses: validation follows them all the same. */
  checkUnused(): void {
    for (const name of this.#fragments.keys()) this.#ofFragment(name, 1);
  }

  /** `level` is that of the set's fields, from 1. */
  #expanded(set: SelectionSetNode, level: number): SelectionCounts {
    const total = this.#own(set.selections, level);
    // A set can be extended while it is iterated.
    for (const name of total.spreads) {
      if (++this.#followed > maxFollowed) throw tooManySpreads();
      const counts = this.#ofFragment(name, level);
      if (counts === undefined) continue;
      add(total, counts);
      for (const spread of counts.spreads) total.spreads.add(spread);
    }
    if (level - 1 + total.depth > this.#maxDepth) throw tooDeep(this.#maxDepth);
    return total;
  }

  #ofFragment(name: string, level: number): OwnCounts | undefined {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) return undefined;
    if (!this.#counts.has(name)) {
      this.#counts.set(name, undefined);
      this.#counts.set(name, this.#own(fragment.selectionSet.selections, level));
    }
    return this.#counts.get(name);
  }

  #own(selections: readonly SelectionNode[], level: number, into: OwnCounts = noCounts()): OwnCounts {
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        into.spreads.add(selection.name.value);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        this.#own(selection.selectionSet.selections, level, into);
      } else {
        if (level > this.#maxDepth) throw tooDeep(this.#maxDepth);
        into.ownFields++;
        into.fields++;
        into.depth = Math.max(into.depth, 1);
        if (selection.alias !== undefined) into.aliases++;
        into.weight++;
        if (selection.selectionSet === undefined) continue;
        const name = selection.name.value;
        const below = this.#expanded(selection.selectionSet, level + 1);
        into.fields += below.fields;
        into.aliases += below.aliases;
        into.depth = Math.max(into.depth, 1 + below.depth);
        into.weight += (introspectedItems.get(name) ?? 1) * below.weight;
        into.introspection += name === '__schema' || name === '__type' ? below.weight : below.introspection;
      }
    }
    return into;
  }
}

function tooManySpreads() {
  return tooExpensive(
    'The document spreads too many fragments in too many selections. Split it into several requests.',
  );
}

/** About how many items the lists of introspection have. */
const introspectedItems: ReadonlyMap<string, number> = new Map([
  ['types', 500],
  ['fields', 10],
  ['inputFields', 10],
  ['enumValues', 10],
  ['possibleTypes', 10],
  ['interfaces', 2],
  ['args', 3],
  ['directives', 10],
]);

function noCounts(): OwnCounts {
  return { fields: 0, aliases: 0, depth: 0, ownFields: 0, weight: 0, introspection: 0, spreads: new Set() };
}

function add(total: SelectionCounts, counts: SelectionCounts): void {
  total.fields += counts.fields;
  total.aliases += counts.aliases;
  total.depth = Math.max(total.depth, counts.depth);
  total.ownFields += counts.ownFields;
  total.weight += counts.weight;
  total.introspection += counts.introspection;
}
