import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Baseline } from './baseline.ts';

/** Where `FieldExecution` calls the function that has the closures for a promise, as the bundle has it. */
const call = 'if (isPromise(value)) this.#await(value, shape, compiled, holder, key, at);';

/** The same with the closures in place: V8 then allocates a context for each leaf, promise or not. */
const planted = `if (isPromise(value)) this.#work.wait(
  value,
  (resolved) => this.#complete(resolved, shape, compiled, holder, key, at),
  (error) => this.#fail(error, shape, compiled, holder, key, at),
);`;

/** Copies a built command into a temporary folder, and puts closures on the path of leaves. Throws where the place is not found. */
export function withPlantedClosure(gateway: string): Baseline {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-planted-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const dist = join(folder, 'dist');
  cpSync(dirname(resolve(gateway)), dist, { recursive: true });
  for (const name of ['node_modules', 'package.json', 'src']) symlinkSync(resolve(name), join(folder, name));
  const engine = join(dist, 'chunks/engine.js');
  const code = readFileSync(engine, 'utf8');
  if (code.split(call).length !== 2)
    throw new TypeError(`${engine} has no place for a closure: adapt planted-closure.ts.`);
  writeFileSync(engine, code.replace(call, planted));
  return { file: join(dist, 'cli.js'), remove };
}
