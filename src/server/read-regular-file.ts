import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { TrustedDocumentsError } from './errors.ts';

const pieceBytes = 1_048_576;

/**
 * The bytes of a regular file; undefined where it has more than `maxBytes`. Rejects with a TrustedDocumentsError for a named
 * pipe, a socket or a device, also behind a link: they may have no end, or never have a beginning.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
  // Without O_NONBLOCK, opening a named pipe waits until something writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new TrustedDocumentsError([`${path} is not a regular file.`]);
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
