/** How many connections an address may hold for each one that is left to others: three quarters of all, where nobody else has any. */
const shareRatio = 3;

/** Counts connections by the address of their client, so that no address holds all of them. */
export class ConnectionsByAddress {
  readonly #counts = new Map<string, number>();

  /** Whether an address may open one more connection of those that are free. */
  mayOpen(address: string, free: number): boolean {
    return this.#countOf(address) < shareRatio * free;
  }

  opened(address: string): void {
    this.#counts.set(address, this.#countOf(address) + 1);
  }

  closed(address: string): void {
    const count = this.#countOf(address) - 1;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }

  #countOf(address: string): number {
    return this.#counts.get(address) ?? 0;
  }
}
