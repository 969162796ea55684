import type { Paint, Style } from '../colors.ts';
import { type Cell, type Column, formatTable, plural } from '../table.ts';
import type { Departure } from './departures.ts';
import type { ExaminationResult } from './examination.ts';
import type { Untried } from './outcomes.ts';

const departureColumns: readonly Column[] = [
  { title: 'Operation' },
  { title: 'Kind' },
  { title: 'Field', maxWidth: 40 },
  { title: 'Departure', maxWidth: 90 },
  { title: 'Seen', align: 'right' },
  { title: 'Example', maxWidth: 80 },
];

/** The report in lines for people. `minimum` is the least number of operations that have to be checked. */
export function reportLines(result: ExaminationResult, minimum: number, paint: Paint): string[] {
  const { departures, information, untried, checked, operations, calls } = result;
  const unknown = information.filter(({ kind }) => kind === 'unknown-field');
  const unlisted = information.length - unknown.length;
  return [
    ...section('Departures from the contract', departureTable(departures, paint), paint),
    ...section('Fields that the contract does not have (no departure)', departureTable(unknown, paint), paint),
    ...section('Operations that could not be checked, or not fully', untriedTable(untried, paint), paint),
    ...(unlisted > 0 ? [`${unlisted} values of open sets that the contract does not show: see --json.`, ''] : []),
    paint(styleOf(result, minimum), summary(departures.length, `${checked} of ${operations} GETs in ${calls} calls`)),
  ];
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : [paint('bold', title), ...lines, ''];
}

function departureTable(departures: readonly Departure[], paint: Paint): string[] {
  const rows = departures.map(({ operation, kind, location, message, count, example }): Cell[] => [
    operation,
    { text: kind, style: kind === 'unknown-field' ? 'dim' : 'red' },
    location,
    message,
    String(count),
    { text: example, style: 'dim' },
  ]);
  return rows.length === 0 ? [] : formatTable(departureColumns, rows, paint);
}

function untriedTable(untried: readonly Untried[], paint: Paint): string[] {
  const rows = untried.map(({ operation, reason }) => [operation, reason]);
  return rows.length === 0 ? [] : formatTable([{ title: 'Operation' }, { title: 'Reason' }], rows, paint);
}

function styleOf({ departures, checked }: ExaminationResult, minimum: number): Style {
  if (departures.length > 0) return 'red';
  return checked < minimum ? 'yellow' : 'green';
}

function summary(count: number, checked: string): string {
  const found = count === 0 ? 'No departure' : plural(count, 'departure');
  return `${found} from the contract in ${checked}.`;
}
