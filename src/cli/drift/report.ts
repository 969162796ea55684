import type { Paint } from '../colors.ts';
import { plural, printable } from '../table.ts';
import type { Difference, Place } from './difference.ts';

/** Most names on one line. */
const maxNames = 8;

export function reportLines(differences: readonly Difference[], operationCount: number, paint: Paint): string[] {
  const breaking = differences.filter(({ isBreaking }) => isBreaking).length;
  const others = differences.length - breaking;
  if (differences.length === 0) return [paint('green', `No difference in ${operationCount} operations.`)];
  return [
    ...differences.flatMap((difference) => [...linesOf(difference, paint), '']),
    `${plural(breaking, 'breaking difference')} and ${plural(others, 'other')} in ${operationCount} operations.`,
  ];
}

function linesOf({ kind, isBreaking, message, places, fields, documents }: Difference, paint: Paint): string[] {
  const label = isBreaking ? paint('red', 'breaking') : paint('yellow', 'non-breaking');
  return [
    `${label}  ${paint('bold', printable(message))}  ${paint('dim', kind)}`,
    line('operations', places.map(placeText)),
    line('fields', fields),
    ...(documents === undefined ? [] : [line('documents', documents)]),
  ];
}

function placeText({ operation, location }: Place): string {
  return location === '' ? operation : `${operation} ${location}`;
}

function line(title: string, names: readonly string[]): string {
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : '';
  const text = names.length === 0 ? 'none' : names.slice(0, maxNames).join(', ') + more;
  return `  ${title.padEnd(10)}  ${printable(text)}`;
}
