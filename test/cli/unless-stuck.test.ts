import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Runs an ES module that has the function under test, and resolves to what it prints. */
async function run(code: string): Promise<string> {
  const start = `import { unlessStuck } from './src/cli/unless-stuck.ts';`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', `${start}\n${code}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout;
}

describe('a promise that nothing can settle', () => {
  const print = '.catch(({ message }) => console.log(message))';

  it('is rejected', async () => {
    expect(await run(`unlessStuck(() => new Promise(() => {}), () => new Error('stuck'))${print};`)).toBe('stuck\n');
  });

  it('is rejected by the innermost call', async () => {
    const inner = `unlessStuck(() => new Promise(() => {}), () => new Error('inner'))`;
    expect(await run(`unlessStuck(() => ${inner}, () => new Error('outer'))${print};`)).toBe('inner\n');
  });

  it('is not one that a timer settles', async () => {
    const value = 'new Promise((resolve) => setTimeout(resolve, 50))';
    expect(await run(`unlessStuck(() => ${value}, () => new Error('stuck')).then(() => console.log('settled'))`)).toBe(
      'settled\n',
    );
  });
});
