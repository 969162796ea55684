/** An item of a list. The links belong to the list that the item is in; an item is in one list at a time. */
export interface Link<Item> {
  previous: Item | undefined;
  next: Item | undefined;
}

/** A list in which adding and removing an item only changes links: nothing is allocated, and nothing is searched. */
export class LinkedList<Item extends Link<Item>> {
  #first: Item | undefined = undefined;
  #last: Item | undefined = undefined;

  get first(): Item | undefined {
    return this.#first;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let item = this.#first; item !== undefined; item = item.next) yield item;
  }

  add(item: Item): void {
    item.previous = this.#last;
    if (this.#last === undefined) this.#first = item;
    else this.#last.next = item;
    this.#last = item;
  }

  /** Removes and returns the first item; undefined where there is none. */
  shift(): Item | undefined {
    const first = this.#first;
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Removes an item; false where it is not in the list. */
  remove(item: Item): boolean {
    const { previous, next } = item;
    if (previous === undefined && this.#first !== item) return false;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    item.previous = undefined;
    item.next = undefined;
    return true;
  }
}
