import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { tooExpensive } from './limits.ts';

/** Most pairs of fields and of fragments in one place of a response, of all operations of a document. */
const maxPairs = 20_000;
/** Most fields that are visited to count them. */
const maxVisits = 50_000;

/** The fields in each place of a response, by its name there: mostly one, in no list of its own. */
type Places = Map<string, FieldNode | FieldNode[]>;

/**
 * Counts how often a document selects the same fields in the same place of its response. Validation compares each pair of
 * them, and each pair of fragments that are spread there, with all that is selected on them.
 */
export class MergeCounter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #maxDepth: number;
  #pairs = 0;
  #visits = 0;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>, maxDepth: number) {
    this.#fragments = fragments;
    this.#maxDepth = maxDepth;
  }

  /**
   * Counts the pairs in selection sets that are merged, and below them. Throws OPERATION_TOO_EXPENSIVE for too many. Only
   * fragments that form a ring are deeper than the limit: validation rejects these.
   */
  count(sets: readonly SelectionSetNode[], level = 1): void {
    if (level > this.#maxDepth) return;
    const places: Places = new Map();
    const spread = new Set<string>();
    for (const set of sets) this.#collect(set, places, spread);
    // A set can be extended while it is iterated.
    for (const name of spread) {
      const fragment = this.#fragments.get(name);
      if (fragment !== undefined) this.#collect(fragment.selectionSet, places, spread);
    }
    this.#addPairsOf(spread.size);
    for (const found of places.values()) this.#countBelow(found, level);
  }

  #countBelow(found: FieldNode | FieldNode[], level: number): void {
    if (Array.isArray(found)) {
      this.#addPairsOf(found.length);
      const below = found.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (below.length > 0) this.count(below, level + 1);
    } else if (found.selectionSet !== undefined) {
      this.count([found.selectionSet], level + 1);
    }
  }

  #collect(set: SelectionSetNode, places: Places, spread: Set<string>): void {
    for (const selection of set.selections) {
      this.#visits++;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        spread.add(selection.name.value);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        this.#collect(selection.selectionSet, places, spread);
      } else {
        addField(selection, places);
      }
    }
    this.#check();
  }

  #addPairsOf(count: number): void {
    this.#pairs += (count * (count - 1)) / 2;
    this.#check();
  }

  #check(): void {
    if (this.#pairs <= maxPairs && this.#visits <= maxVisits) return;
    throw tooExpensive(
      'The document selects the same fields too often in the same place. Select each of them once, or split it into several requests.',
    );
  }
}

function addField(field: FieldNode, places: Places): void {
  const name = field.alias?.value ?? field.name.value;
  const found = places.get(name);
  if (found === undefined) places.set(name, field);
  else if (Array.isArray(found)) found.push(field);
  else places.set(name, [found, field]);
}
