import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const pieceBytes = 1_048_576;

/** Thrown for a named pipe, a socket or a device, also behind a link: they may have no end, or never have a beginning. */
class NotRegularFileError extends Error {}

/** Why a file could not be read, as the end of a sentence that begins with its path. */
export function readProblem(error: unknown): string {
  if (error instanceof NotRegularFileError) return 'is not a regular file';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'is a folder';
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
}

/** The bytes of a regular file; undefined where it has more than `maxBytes`. Rejects with what `readProblem` describes. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
  // Without O_NONBLOCK, opening a named pipe waits until something writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new NotRegularFileError();
    return await readAtMost(file, maxBytes);
  } finally {
    await file.close();
  }
}

/** Does not rely on the size that the file system states: a file may grow meanwhile, and those of `/proc` state 0. */
async function readAtMost(file: FileHandle, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null);
    if (bytesRead === 0) return Buffer.concat(pieces, size);
    size += bytesRead;
    if (size > maxBytes) return undefined;
    pieces.push(buffer.subarray(0, bytesRead));
  }
}
