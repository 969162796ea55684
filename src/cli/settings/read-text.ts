import { decodeText, encodingProblem } from '../../server/runtime/decode-text.ts';
import { readProblem, readRegularFile } from '../../server/runtime/read-regular-file.ts';
import { SettingsError } from '../../server/settings/settings.ts';

/** The text of a regular file of at most `maxBytes`. Rejects with a SettingsError of one line, which begins with the path. */
export async function readText(path: string, maxBytes: number): Promise<string> {
  const bytes = await readRegularFile(path, maxBytes).catch((error) => {
    throw new SettingsError([`${path} ${readProblem(error)}.`]);
  });
  if (bytes === undefined) throw new SettingsError([`${path} has more than ${maxBytes} bytes.`]);
  const text = decodeText(bytes);
  if (text === undefined) throw new SettingsError([`${path} ${encodingProblem}.`]);
  return text;
}
