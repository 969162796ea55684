/** DataLoader settles a batch at once. Each answer settles by itself, so that none waits for a slower one. */
export interface Pending {
  answer: Promise<unknown>;
}
