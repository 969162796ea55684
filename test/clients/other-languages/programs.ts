import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** A client in another language, which prints what it has read and written. */
export interface Program {
  readonly command: readonly [file: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Succeeds if the language and its libraries are installed. */
  readonly probe: readonly [file: string, ...args: string[]];
  /** Packages of Debian 12 with the language and its libraries; none if Debian has no such package. */
  readonly packages: readonly string[];
}

const here = import.meta.dirname;
const jars = ['databind', 'core', 'annotations'].map((name) => `/usr/share/java/jackson-${name}.jar`);
const goLibraries = ['machinebox/graphql', 'shurcooL/graphql', 'vektah/gqlparser'];

export const programs: Readonly<Record<string, Program>> = {
  'Python, graphql-core 2.3': {
    command: ['/usr/bin/python3', join(here, 'python/client.py')],
    probe: ['/usr/bin/python3', '-c', 'import graphql'],
    packages: ['python3-graphql-core'],
  },
  'Python, graphql-core 3': {
    command: ['python3', join(here, 'python/client.py')],
    probe: ['python3', '-c', 'from graphql import get_introspection_query'],
    packages: [],
  },
  'Go, gqlparser, machinebox/graphql and shurcooL/graphql': {
    command: ['go', 'run', 'client'],
    // Debian's libraries are a GOPATH: nothing is downloaded.
    env: {
      GO111MODULE: 'off',
      GOFLAGS: '',
      GOPATH: [join(here, 'go'), '/usr/share/gocode'].join(delimiter),
    },
    probe: ['sh', '-c', `go version && cd /usr/share/gocode/src/github.com && ls ${goLibraries.join(' ')}`],
    packages: [
      'golang-go',
      'golang-github-machinebox-graphql-dev',
      'golang-github-shurcool-graphql-dev',
      'golang-github-vektah-gqlparser-dev',
    ],
  },
  'Ruby, graphql-client and graphlient': {
    command: ['/usr/bin/ruby', join(here, 'ruby/client.rb')],
    probe: ['/usr/bin/ruby', '-e', 'require "graphql/client"; require "graphlient"'],
    packages: ['ruby-graphql-client', 'ruby-graphlient'],
  },
  'Java, java.net.http and Jackson': {
    command: ['java', '-cp', jars.join(delimiter), join(here, 'java/Client.java')],
    probe: ['sh', '-c', `javac -version && ls ${jars.join(' ')}`],
    packages: ['default-jdk-headless', 'libjackson2-databind-java'],
  },
};

/** Whether the tests of a program are skipped. CI installs the packages of Debian: there they fail without them. */
export function isSkipped(name: string, { probe: [file, ...args], packages }: Program): boolean {
  if (packages.length > 0 && process.env.CI !== undefined) return false;
  const isInstalled = spawnSync(file, args).status === 0;
  if (!isInstalled) console.warn(`${name}: not installed, its tests are skipped. ${packages.join(' ')}`);
  return !isInstalled;
}
