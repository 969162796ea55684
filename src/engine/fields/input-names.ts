/** The names of input fields that differ from those of the REST body: `{ active: 'isActive' }`. Keys may be paths. */
export type InputNames = Readonly<Record<string, string>>;

/** By lists of the input that the REST body has as objects: the keys there of the list's items, in their order. */
export type ItemKeys = Readonly<Record<string, readonly string[]>>;
