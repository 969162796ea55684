import { stat } from 'node:fs/promises';
import { manifestsAt } from './read-manifests.ts';

/**
 * Notices that manifests have changed. It compares files at an interval, as the file systems of containers do not report all
 * changes: Kubernetes replaces the folder of a ConfigMap by a link to another one.
 */
export class ManifestWatcher {
  readonly #path: string;
  readonly #intervalMs: number;
  /** The state that was last reported. */
  #known: string;
  /** The state of the last check. */
  #seen: string;
  #timer: NodeJS.Timeout | undefined;

  private constructor(path: string, intervalMs: number, state: string) {
    this.#path = path;
    this.#intervalMs = intervalMs;
    this.#known = state;
    this.#seen = state;
  }

  /** Reports the changes from now on, once it is started. */
  static async create(path: string, intervalMs: number): Promise<ManifestWatcher> {
    return new ManifestWatcher(path, intervalMs, await stateOf(path));
  }

  /** Calls a function for each change, when nothing has changed for one interval: manifests may be replaced one by one. */
  start(onChange: () => void): void {
    this.#timer = setTimeout(() => void this.#check(onChange), this.#intervalMs).unref();
  }

  async #check(onChange: () => void): Promise<void> {
    const state = await stateOf(this.#path);
    const isSettled = state === this.#seen;
    this.#seen = state;
    if (isSettled && state !== this.#known) {
      this.#known = state;
      onChange();
    }
    this.#timer?.refresh();
  }
}

/** A text that changes with each file that is replaced, changed, added or removed. */
async function stateOf(path: string): Promise<string> {
  try {
    const states: string[] = [];
    for (const file of await manifestsAt(path)) {
      const { ino, size, mtimeMs } = await stat(file);
      states.push(`${file} ${ino} ${size} ${mtimeMs}`);
    }
    return states.join('\n');
  } catch {
    return 'unreadable';
  }
}
