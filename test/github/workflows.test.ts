import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { releaseNotes } from '../../scripts/release-notes.js';
import { readYaml } from '../support/deploy/yaml-files.ts';

interface Job {
  needs?: string;
  container?: string;
  'timeout-minutes'?: number;
  strategy?: { matrix: Record<string, (string | number)[]> };
  steps: { uses?: string; run?: string; 'working-directory'?: string; with?: Record<string, unknown> }[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = '.github/workflows/';
const files = readdirSync(folder);
const workflow = (file: string) => readYaml<Workflow>(folder + file)[0] as Workflow;
const jobs = files.flatMap((file) => Object.entries(workflow(file).jobs).map(([name, job]) => ({ file, name, job })));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** The parts of `.ci/run`: the cases of its `run_part`. */
const parts = [...readFileSync('.ci/run', 'utf8').matchAll(/^ {4}([\w-]+)\)/gm)].map(([, part]) => part);

describe('a workflow', () => {
  it.each(files)('%s has triggers, few permissions, and jobs', (file) => {
    const { on, permissions, jobs: own } = workflow(file);
    expect(Object.keys(on).length).toBeGreaterThan(0);
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.keys(own).length).toBeGreaterThan(0);
  });

  it.each(jobs)('$file: $name ends, needs jobs that exist, and uses actions by their version', ({ file, job }) => {
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    if (job.needs !== undefined) expect(Object.keys(workflow(file).jobs)).toContain(job.needs);
    for (const { uses, run } of job.steps) {
      expect([uses, run].filter((step) => step !== undefined)).toHaveLength(1);
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
    }
  });

  it.each(jobs)('$file: $name tests by .ci/run, as root of a Debian, whose packages it installs', ({ job }) => {
    const runs = job.steps.filter((step) => step['working-directory'] === undefined).map(({ run = '' }) => run);
    expect(runs.filter((run) => /sudo|npm (?:t|run )?test/.test(run))).toEqual([]);
    if (runs.some((run) => run.includes('.ci/run'))) expect(job.container).toBe('buildpack-deps:bookworm');
  });

  it.each(jobs)('$file: $name runs scripts, programs and parts that exist', ({ job }) => {
    for (const { run = '' } of job.steps) {
      for (const [, name = ''] of run.matchAll(/npm run (?:--\w+ )*([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(name);
      for (const [path] of run.matchAll(/(?:\.ci|scripts)\/[\w.-]+/g)) expect(existsSync(path), path).toBe(true);
      if (run !== '') execFileSync('bash', ['-n', '-c', run.replaceAll(/\$\{\{.*?\}\}/g, 'x')]);
    }
    for (const part of job.strategy?.matrix.part ?? []) expect(parts).toContain(part);
  });
});

describe('the workflows of CI', () => {
  const { parts: all, node } = workflow('ci.yml').jobs;

  it('run all parts of .ci/run beside each other', () => {
    expect(parts.length).toBeGreaterThan(5);
    // The tests on other versions of Node are a job of their own; the part `attacks` runs those that begin so.
    const own = parts.filter((part) => !/^(?:tests|node-24|attacks-.*)$/.test(part ?? ''));
    expect(all?.strategy?.matrix.part?.toSorted()).toEqual(own.toSorted());
  });

  it('run the tests on all versions of Node that are supported', () => {
    expect(all?.steps.find(({ uses }) => uses?.includes('setup-node'))?.with?.['node-version']).toBe(20);
    expect(node?.strategy?.matrix.node).toEqual([22, 24, 26]);
  });
});

describe('the package of a release', () => {
  it('has no script of which npm warns in an installation', () => {
    const steps = workflow('release.yml').jobs.package?.steps.map(({ run = '' }) => run) ?? [];
    const packed = steps.indexOf('npm pack --ignore-scripts');
    const deleted = steps.flatMap((run, index) =>
      index < packed ? (/npm pkg delete scripts\.(\w+)/.exec(run)?.[1] ?? []) : [],
    );
    const installing = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts);
    expect(installing).not.toEqual([]);
    expect(deleted).toEqual(installing);
  });
});

describe('.ci/run', () => {
  it('rejects the names of parts that do not exist before it installs anything', () => {
    const { status, stdout, stderr } = spawnSync('bash', ['.ci/run', 'browser', 'check+nope'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no part nope\. The parts are: /);
    for (const part of parts) expect(stderr).toContain(` ${part} `);
  });
});

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [1.0.0-rc.1] - 2026-11-25\n\n### Added\n\n- A.\n\n## [0.1.0]\n\nB.\n';

  it('are the section of the version', () => {
    expect(releaseNotes('v1.0.0-rc.1', '1.0.0-rc.1', changelog)).toBe('### Added\n\n- A.');
  });

  it.each([
    ['v1.0.0', '1.0.0-rc.1', 'The tag is v1.0.0, but package.json has the version 1.0.0-rc.1.'],
    ['v1.0.0', '1.0.0', 'The newest version of CHANGELOG.md is 1.0.0-rc.1, not 1.0.0.'],
  ])('are refused for the tag %s of version %s', (tag, version, message) => {
    expect(() => releaseNotes(tag, version, changelog)).toThrow(message);
  });

  it('are refused without a date', () => {
    expect(() => releaseNotes('v0.1.0', '0.1.0', '## [0.1.0]\n\nB.\n')).toThrow('has no date');
  });
});
