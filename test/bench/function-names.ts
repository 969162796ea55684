import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FunctionBytes } from './heap-profiler.ts';

/** Bytes by function and file, such as `complete in src/engine/execute/execute.ts`. */
export type Allocations = Readonly<Record<string, number>>;

/**
 * Adds up the bytes of functions by their name and their file, and divides them by `requests`; most bytes first. `read` gives the
 * text of a file that V8 names.
 */
export function byFunction(
  functions: readonly FunctionBytes[],
  requests: number,
  read: (url: string) => string = readBuilt,
): Allocations {
  const sources = new Sources(read);
  const sums = new Map<string, number>();
  for (const { name, url, line, bytes } of functions) {
    const key = `${name || '(anonymous)'} in ${url === '' ? 'V8' : sources.fileOf(url, line)}`;
    sums.set(key, (sums.get(key) ?? 0) + bytes / requests);
  }
  return Object.fromEntries([...sums].sort(([, a], [, b]) => b - a));
}

/** The source files of a bundle: before the code of each of them, the bundler writes its path into a comment. */
class Sources {
  readonly #read: (url: string) => string;
  /** By the bundle's URL: for each of its lines, the file that it comes from. */
  readonly #files = new Map<string, readonly string[]>();

  constructor(read: (url: string) => string) {
    this.#read = read;
  }

  fileOf(url: string, line: number): string {
    // The path of a CommonJS module: packages are named alike on each machine.
    if (!url.startsWith('file:')) return url.slice(url.lastIndexOf('/node_modules/') + 1);
    let files = this.#files.get(url);
    if (files === undefined) {
      files = filesOfLines(this.#read(url), url);
      this.#files.set(url, files);
    }
    return files[line] ?? url;
  }
}

function filesOfLines(text: string, url: string): string[] {
  let file = url.slice(url.lastIndexOf('/') + 1);
  return text.split('\n').map((line) => {
    const [, ours, others] = /^\/\/ (?:(src\/\S+\.\w+)|(?:\S+\/)?(node_modules\/\S+\.\w+))$/.exec(line) ?? [];
    file = ours ?? others ?? file;
    return file;
  });
}

function readBuilt(url: string): string {
  return readFileSync(fileURLToPath(url), 'utf8');
}
