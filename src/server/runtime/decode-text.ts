const encodings = ['utf-8', 'utf-16le', 'utf-16be'] as const;

/** The byte order marks of Unicode, as editors and shells of Windows write them. */
const marks: Readonly<Record<(typeof encodings)[number], readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** Why bytes are no text, as the end of a sentence that begins with the file's name. */
export const encodingProblem = 'is neither UTF-8 nor UTF-16 with a byte order mark';

/** The text of a file, without its byte order mark: UTF-8, or UTF-16 if a mark says so. Undefined for any other encoding. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = encodings.find((encoding) => marks[encoding].every((byte, index) => bytes[index] === byte));
  try {
    return new TextDecoder(marked ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
