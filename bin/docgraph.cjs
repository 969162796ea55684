#!/usr/bin/env -S node --max-semi-space-size=64 --v8-pool-size=1
'use strict';

// Checks what the command needs before it is loaded. Old versions of Node must be able to run this file.
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
const { existsSync } = require('fs');
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
const { join } = require('path');
const minimum = require('../package.json').engines.node.replace('>=', '');

// Until a server handles them: Node would end the process, and open its debugger on SIGUSR1.
if (isServer(process.argv[2])) for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2']) process.on(signal, () => {});

const problem = findProblem(process.versions.node);
if (problem === undefined) {
  import('../dist/cli.js');
} else {
  console.error(problem);
  // The command could not do its work, as in src/cli/exit.ts.
  process.exitCode = 3;
}

/** Whether the command goes on until it is stopped; one that is not named is `serve`. */
function isServer(command) {
  return command === undefined || command.startsWith('-') || command === 'serve' || command === 'sandbox';
}

function findProblem(version) {
  const [major, minor] = version.split('.').map(Number);
  const [minMajor, minMinor] = minimum.split('.').map(Number);
  if (major < minMajor || (major === minMajor && minor < minMinor)) {
    return `docgraph needs Node ${minimum} or later; this is Node ${version}.`;
  }
  const command = join(__dirname, '..', 'dist', 'cli.js');
  return existsSync(command) ? undefined : `Run \`npm run build\` first: ${command} is missing.`;
}
