import { type Cancellation, runInTurns, type TurnOwner, weigh } from '../../engine/engine.ts';

/** Length from which a piece is passed on, in characters. */
const pieceLength = 65_536;
/** Largest weight of what is serialized at once. */
const maxWeight = 1000;

/** The value's JSON has more bytes than allowed. */
export class ResponseTooLarge extends Error {}

/** Nobody waits for the value's JSON any more. */
export class SerializationCancelled extends Error {}

/** Who serializes. */
interface Serialization {
  /** Nobody waits for the result after it. */
  cancellation?: Cancellation | undefined;
  /** In whose turns it runs. */
  owner?: TurnOwner | undefined;
}

/**
 * Serializes JSON values like `JSON.stringify`, byte for byte, in pieces of UTF-8, and lets other work run in between.
 * Rejects with ResponseTooLarge for more than `maxBytes`,
 * and with SerializationCancelled.
 */
export function serializeInPieces(
  value: unknown,
  maxBytes: number,
  { cancellation, owner }: Serialization = {},
): Promise<Buffer[]> {
  return runInTurns(piecesOf(value, maxBytes, cancellation), owner);
}

const lineEnd = Buffer.from('\n');

/** The same with a line end, which does not count. */
export async function serializeLine(value: unknown, maxBytes: number, options?: Serialization): Promise<Buffer[]> {
  return [...(await serializeInPieces(value, maxBytes, options)), lineEnd];
}

function* piecesOf(
  value: unknown,
  maxBytes: number,
  cancellation: Cancellation | undefined,
): Generator<void, Buffer[], void> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let text = '';
  const flush = () => {
    const piece = Buffer.from(text);
    text = '';
    bytes += piece.length;
    if (bytes > maxBytes) throw new ResponseTooLarge();
    pieces.push(piece);
  };
  for (const part of partsOf(value)) {
    text += part;
    if (text.length >= pieceLength) flush();
    yield;
    if (cancellation?.isCancelled) throw new SerializationCancelled();
  }
  if (text !== '') flush();
  return pieces;
}

/** The parts of a value's JSON, each of a limited weight. */
function* partsOf(value: unknown): Generator<string, void, undefined> {
  if (typeof value === 'string' && value.length > pieceLength) {
    yield* partsOfString(value);
  } else if (!isContainer(value) || weigh(value, maxWeight) < maxWeight) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    yield '[';
    for (let i = 0; i < value.length; i++) {
      if (i > 0) yield ',';
      yield* partsOf(value[i]);
    }
    yield ']';
  } else {
    yield* partsOfObject(value);
  }
}

/** A long string, cut between characters: half of one would become an escape. */
function* partsOfString(text: string): Generator<string, void, undefined> {
  yield '"';
  for (let start = 0; start < text.length; ) {
    const last = Math.min(start + pieceLength, text.length) - 1;
    const end = isPair(text, last) ? last + 2 : last + 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

/** Whether one character consists of the code units at an index and after it. */
function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

function* partsOfObject(object: Readonly<Record<string, unknown>>): Generator<string, void, undefined> {
  let isFirst = true;
  yield '{';
  for (const name of Object.keys(object)) {
    const value = object[name];
    // As JSON.stringify, which leaves these out of objects.
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    isFirst = false;
    yield* partsOf(value);
  }
  yield '}';
}

/** Whether a value tells itself what its JSON is. An alias may give any response a field of this name. */
export function hasToJson(value: object): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

/** Whether a value is a list or a plain object; of anything else, JSON.stringify knows what it becomes. */
function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || hasToJson(value)) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
