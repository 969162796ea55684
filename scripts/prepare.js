/**
 * What npm runs after an installation in a clone: the build. `npx docgraph` in a clone installs the clone each time, which does not
 * build it anew; without the development dependencies there is nothing to build it with.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const exists = (path) => existsSync(new URL(`../${path}`, import.meta.url));
const isBuilt = exists('dist/cli.js');
const canBuild = exists('node_modules/typescript') && exists('node_modules/vite');

if (!canBuild) {
  if (!isBuilt) {
    console.error(
      'docgraph is not built, as that needs the development dependencies: run `npm ci`, which builds it, and `npm prune --omit=dev`.',
    );
  }
} else if (!isBuilt || process.env.npm_command !== 'exec') {
  process.exitCode = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: true }).status ?? 1;
}
