/** Most items of a list that are quoted. */
const maxItems = 10;

/** Levels of objects and lists that are quoted. */
const maxLevels = 2;

/** A JSON value as graphql quotes it in its errors. Of a text longer than `maxLength` it is a beginning, which costs no more. */
export function quotedValue(value: unknown, maxLength: number): string {
  const quoted = quote(value, maxLength, maxLevels);
  return quoted.length > maxLength ? `${quoted.slice(0, maxLength)}…` : quoted;
}

function quote(value: unknown, maxLength: number, levels: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, maxLength + 1));
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? quoteList(value, maxLength, levels) : quoteObject(value, maxLength, levels);
}

function quoteList(list: readonly unknown[], maxLength: number, levels: number): string {
  if (list.length === 0) return '[]';
  if (levels === 0) return '[Array]';
  const items = list.slice(0, maxItems).map((item) => quote(item, maxLength, levels - 1));
  const more = list.length - items.length;
  if (more > 0) items.push(`... ${more} more item${more === 1 ? '' : 's'}`);
  return `[${items.join(', ')}]`;
}

function quoteObject(object: object, maxLength: number, levels: number): string {
  const names = Object.keys(object);
  if (names.length === 0) return '{}';
  if (levels === 0) return '[Object]';
  const properties: string[] = [];
  let length = 0;
  for (const name of names) {
    if (length > maxLength) break;
    const value = quote((object as Readonly<Record<string, unknown>>)[name], maxLength, levels - 1);
    const property = `${name}: ${value}`;
    length += property.length;
    properties.push(property);
  }
  return `{ ${properties.join(', ')} }`;
}
