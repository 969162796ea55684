import type { Endpoint } from '../contract/endpoint.ts';
import type { Page } from '../contract/page-format.ts';

/** What lists of one kind have in common: the endpoint that returns them, or the field whose parents hold them. */
export type ListKind = object;

/** What notes the sizes of lists. */
export interface ListObserver {
  /** `size` is `knownEmpty` for a list that was not read, as its parent's record tells that it is empty. */
  note(kind: ListKind, size: number): void;
}

export const knownEmpty = -1;

/** Notes the size of a list by its first page, where the page tells it. */
export function noteFirstPage(lists: ListObserver, endpoint: Endpoint, page: Page<unknown>): void {
  const { pageFormat } = endpoint.contract;
  let size = pageFormat.countOf(page);
  if (size === undefined && pageFormat.nextOf(page, undefined, Number.POSITIVE_INFINITY) === undefined)
    size = pageFormat.itemsOf(page).length;
  if (size !== undefined) lists.note(endpoint, size);
}

/** How long the lists of a service are: a few numbers for each kind, of all clients, and nothing of what the lists hold. */
export class ListSizes implements ListObserver {
  readonly #sizes = new Map<ListKind, Sizes>();

  note(kind: ListKind, size: number): void {
    const sizes = this.#sizesOf(kind);
    if (size === knownEmpty) sizes.addKnownEmpty();
    else sizes.add(size);
  }

  /** How many of the first `most` items the lists of a kind have on the average; undefined where none was seen. */
  meanUpTo(kind: ListKind, most: number): number | undefined {
    return this.#sizes.get(kind)?.meanUpTo(most);
  }

  /** The part of an endpoint's lists that was read: 1 where none was seen. */
  readPart(endpoint: Endpoint): number {
    return this.#sizes.get(endpoint)?.readPart ?? 1;
  }

  #sizesOf(kind: ListKind): Sizes {
    let sizes = this.#sizes.get(kind);
    if (sizes === undefined) {
      sizes = new Sizes();
      this.#sizes.set(kind, sizes);
    }
    return sizes;
  }
}

/** Lists that a request notes before it adds them to the others: their memory is bounded. */
const maxNotes = 1000;

interface Note {
  readonly kind: ListKind;
  readonly size: number;
  readonly next: Note | undefined;
}

/**
 * The lists of one request. They count when it has ended: what a request has read so far are the lists of the first records,
 * and may be far from the usual ones.
 */
export class RequestListSizes implements ListObserver {
  readonly #all: ListSizes;
  #notes: Note | undefined = undefined;
  #count = 0;

  constructor(all: ListSizes) {
    this.#all = all;
  }

  note(kind: ListKind, size: number): void {
    this.#notes = { kind, size, next: this.#notes };
    if (++this.#count >= maxNotes) this.end();
  }

  /** Call when the request has ended. */
  end(): void {
    for (let note = this.#notes; note !== undefined; note = note.next) this.#all.note(note.kind, note.size);
    this.#notes = undefined;
    this.#count = 0;
  }
}

/** After so many lists each counts half as much: what is expected follows what the service holds at present. */
const maxLists = 256;

/** Lists without items, with 1, with 2 or 3, with 4 to 7, and so on; the last group has all that are longer. */
const groups = 12;

/** The sizes of the lists of one kind. A few long lists among short ones do not make `first: 10` of each ten items. */
class Sizes {
  readonly #lists = new Float64Array(groups);
  readonly #items = new Float64Array(groups);
  #knownEmpty = 0;
  #count = 0;

  add(size: number): void {
    if (this.#count >= maxLists) this.#halve();
    const group = Math.min(32 - Math.clz32(size), groups - 1);
    this.#lists[group] = (this.#lists[group] ?? 0) + 1;
    this.#items[group] = (this.#items[group] ?? 0) + size;
    this.#count++;
  }

  addKnownEmpty(): void {
    this.add(0);
    this.#knownEmpty++;
  }

  meanUpTo(most: number): number {
    let items = 0;
    for (const [group, lists] of this.#lists.entries()) {
      if (lists > 0) items += Math.min(lists * most, this.#items[group] ?? 0);
    }
    return items / this.#count;
  }

  get readPart(): number {
    return 1 - this.#knownEmpty / this.#count;
  }

  #halve(): void {
    for (let group = 0; group < groups; group++) {
      this.#lists[group] = (this.#lists[group] ?? 0) / 2;
      this.#items[group] = (this.#items[group] ?? 0) / 2;
    }
    this.#knownEmpty /= 2;
    this.#count /= 2;
  }
}
