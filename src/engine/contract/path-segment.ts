/** Maximum length of an id in a path, in characters: a longer one is no id, and servers limit the length of addresses. */
export const maxSegmentLength = 512;

/** Ids of this form are encoded as they are; nearly all are. */
const plain = /^[A-Za-z0-9_~-]{1,512}$/;

/**
 * Characters that separate or end a segment of a path, and the start of an encoded one. A proxy that decodes a path once,
 * or several times, would turn an id that contains them into another path.
 */
const pathSyntax = /[/\\%;?#]/;

/** A server that resolves dots would remove such a segment, and maybe those before it. */
const dots = /^\.+$/;

/** Slashes of other scripts and of mathematics: some servers map them to the ASCII ones, beyond Unicode's compatibility forms. */
const slashLookAlikes = /[\u2044\u2215\u2216\u29f5\u29f8\u29f9]/;

/** Control characters, and those that end a line. */
const control = /[\p{Cc}\u2028\u2029]/u;

/** Whether a value is encoded as it is, without any check. */
export function isPlainSegment(value: string): boolean {
  return plain.test(value);
}

/** Why a value cannot be one segment of a path, as the end of a sentence; undefined where it can. */
export function segmentProblem(value: string): string | undefined {
  if (plain.test(value)) return undefined;
  if (value === '') return 'is empty';
  if (value.length > maxSegmentLength) return `has more than ${maxSegmentLength} characters`;
  if (!value.isWellFormed()) return 'is not valid Unicode';
  if (control.test(value)) return 'contains a control character';
  if (value.trim() !== value) return 'starts or ends with a space';
  // Fullwidth and other compatibility characters: a server that normalizes the path reads them as ASCII.
  const normalized = value.normalize('NFKC').trim();
  if (dots.test(normalized)) return 'consists of dots';
  if (pathSyntax.test(normalized) || slashLookAlikes.test(value)) return 'contains a character that divides a path';
  return undefined;
}
