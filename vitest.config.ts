import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** They take minutes, or need packages of their own, and have scripts of their own. */
const ofOtherScripts = ['test/{attacks,browser,clients,faults,fuzz,soak}/**'];

/** What stands around the gateway: the command line, the explorer, the sandbox, the documentation, the deployment and the scripts. */
const tools = [
  'test/{cli,codegen,deploy,docs,explorer,github,sandbox,scripts}/**/*.test.ts',
  'test/dockerfile.test.ts',
];

/**
 * V8 counts calls in all that its process has loaded: in a process that has run other tests, that takes ten times as long. What these
 * tests have left is also collected while another one measures its memory.
 */
const counting = [
  'test/engine/execute/once.test.ts',
  'test/engine/http/parsed-bodies.test.ts',
  'test/server/admission/trusted-documents/compilation.test.ts',
];

export default defineConfig({
  // As Node resolves it: the tests' `graphql` has to be the one that the packages use.
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql') }] },
  test: {
    // They are for what hangs: a busy machine takes several times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Each of the scripts that run tests transforms the files once more otherwise.
    experimental: { fsModuleCache: true },
    // It builds the command.
    globalSetup: 'test/support/processes/cli-build.ts',
    // As the command has it: the young objects of a test take a twelfth of its CPU time less to collect.
    execArgv: ['--max-semi-space-size=64'],
    // Many tests wait for processes and timers more than they compute.
    maxWorkers: 3,
    // Test files share no state but modules, and loading those anew for each file takes longer than the tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...ofOtherScripts, ...counting, ...tools] },
      },
      { extends: true, test: { name: 'isolated', include: counting, isolate: true } },
      { extends: true, test: { name: 'tools', include: tools } },
    ],
  },
});
