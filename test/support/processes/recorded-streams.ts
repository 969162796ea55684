import type { Streams } from '../../../src/cli/streams.ts';

/** Streams that keep what a command writes. */
export function recordStreams(): Streams & { written: { stdout: string; stderr: string } } {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  return { stdout: output('stdout'), stderr: output('stderr'), written };
}
