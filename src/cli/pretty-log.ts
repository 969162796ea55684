import { isJsonObject, type JsonObject } from '../engine/engine.ts';
import type { Paint, Style } from './colors.ts';
import { printable } from './table.ts';

/*
 * Log lines for people. pino-pretty would bring 18 packages for it, and a stream of its own between the log and the terminal: what the log
 * does where a terminal accepts nothing would not hold any more.
 */

/** What is the same on every line of a process, or that one searches for in JSON only. */
const hidden = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'msg',
  'requestId',
  'traceId',
  'hash',
  'kind',
  'operation',
]);

/** Most characters of a value, such as a plan or a stack: a line stays a line. */
const maxValueLength = 120;

const levels: Readonly<Record<number, [name: string, style: Style]>> = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

const outcomeStyles: Readonly<Record<string, Style>> = {
  ok: 'green',
  partial: 'yellow',
  cancelled: 'dim',
  refused: 'yellow',
  client_fault: 'yellow',
};

interface Output {
  on(event: 'error', listener: () => void): unknown;
  write(chunk: string, done?: (error?: Error | null) => void): unknown;
}

/**
 * A stream that takes the JSON lines of a log, and writes each as one line for people: time, level, message, and the properties
 * that a person at a terminal reads. It keeps nothing: what bounds the log bounds it, too.
 */
export function prettyOutput(output: Output, paint: Paint): Output {
  return {
    on: (event, listener) => output.on(event, listener),
    write: (chunk, done) =>
      output.write(
        chunk.replaceAll(/^.+$/gm, (line) => prettyLine(line, paint)),
        done,
      ),
  };
}

/** One line of the log for people. A text that is no JSON object stays as it is. */
export function prettyLine(json: string, paint: Paint): string {
  const line = parsed(json);
  if (line === undefined) return printable(json);
  const { level, time, msg, operation, kind } = line;
  const [name, style] = levels[Number(level)] ?? ['log', 'dim'];
  const words = [paint('dim', clock(time)), paint(style, name.padEnd(5)), paint('bold', textOf(msg))];
  if (typeof kind === 'string') words.push(`${kind} ${textOf(operation ?? '(anonymous)')}`);
  else if (operation !== undefined) words.push(property('operation', operation, paint));
  for (const [key, value] of Object.entries(line)) if (!hidden.has(key)) words.push(property(key, value, paint));
  return words.join(' ');
}

function parsed(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The time of the day, in the zone of the terminal, to the millisecond. */
function clock(time: unknown): string {
  const date = new Date(Number(time));
  if (Number.isNaN(date.getTime())) return '--:--:--.---';
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function property(key: string, value: unknown, paint: Paint): string {
  const text = textOf(value);
  const style = key === 'outcome' ? (outcomeStyles[text] ?? 'red') : undefined;
  return `${paint('dim', `${printable(key)}=`)}${style === undefined ? text : paint(style, text)}`;
}

/** A value on one line, without characters that control the terminal: clients choose some values. */
function textOf(value: unknown): string {
  const text = printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
