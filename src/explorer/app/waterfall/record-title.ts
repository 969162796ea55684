import type { ResponsePath } from '../../../engine/http/call-origin.ts';

/** The fields that name a record to a reader, in the order in which they are taken. */
export const titleFields = ['title', 'subject', 'displayName', 'name', 'path'] as const;

/**
 * The name of the record that a call was made for, where the response tells it: of the nearest object above the call's place
 * that has one, or of the call's own. Undefined where there is none.
 */
export function recordTitle(data: unknown, responsePath: ResponsePath | undefined): string | undefined {
  if (responsePath === undefined) return undefined;
  const objects = [data];
  for (const step of responsePath) objects.push(childOf(objects.at(-1), step));
  const [own, ...above] = objects.reverse();
  // The last of them is the whole of the data, which is no record.
  return [...above.slice(0, -1), own].map(titleOf).find((title) => title !== undefined);
}

/** The value at a place of the response; undefined where there is none. */
export function valueAt(data: unknown, responsePath: ResponsePath): unknown {
  return responsePath.reduce(childOf, data);
}

function childOf(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
}

function titleOf(value: unknown): string | undefined {
  const texts = titleFields.map((field) => childOf(value, field));
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}
