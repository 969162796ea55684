#!/usr/bin/env node
'use strict';

// Checks what the command needs before it is loaded. Old versions of Node must be able to run this file.
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
const { existsSync } = require('fs');
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
const { join } = require('path');
const { engines, scripts } = require('../package.json');
const minimum = engines.node.replace('>=', '');

const problem = findProblem(process.versions.node);
if (isServer(process.argv[2])) {
  if (problem === undefined) setFlags();
  // Until a server handles them: Node would end the process, and open its debugger on SIGUSR1.
  for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2']) process.on(signal, () => {});
}

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

/**
 * Replaces a process without the flags of `npm start` by one that has them, with the same id. The first line of this file has none, as
 * Alpine's `env` splits no arguments. Node before 22.15, Windows, and Node's permission model do not allow it, and a channel to a parent
 * process would be lost: the server then runs without the flags.
 */
function setFlags() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS].join(' ');
  const flags = scripts.start.split(' ').filter((word) => word.startsWith('--') && !given.includes(word.split('=')[0]));
  const isAllowed = process.execve !== undefined && process.platform !== 'win32' && process.permission === undefined;
  if (flags.length === 0 || !isAllowed || process.connected) return;
  process.execve(process.execPath, [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]);
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
