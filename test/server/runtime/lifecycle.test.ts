import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenProblem } from '../../../src/server/runtime/lifecycle.ts';
import { LifecyclePrograms } from '../../support/processes/lifecycle-program.ts';

let programs: LifecyclePrograms;

beforeAll(async () => {
  programs = await LifecyclePrograms.create();
});

afterAll(() => programs.remove());

const closesAtOnce = 'async () => { console.log("closed"); return true; }';
const neverCloses = '() => { console.log("closing"); return new Promise(() => {}); }';

/** A program that stops on SIGTERM, and otherwise runs until it is killed. `more` runs once it is ready. */
const program = ({ close = closesAtOnce, delayMs = 0, timeoutMs = 60_000, tolerates = 'undefined', more = '' }) => `
const shutdown = new lifecycle.Shutdown({
  delayMs: ${delayMs},
  timeoutMs: ${timeoutMs},
  announce: () => console.log('announced'),
  close: ${close},
  tolerates: ${tolerates},
}).handle(['SIGTERM']);
setInterval(() => {}, 1000);
console.log('ready');
${more}`;

describe.concurrent('a process that is told to stop', () => {
  it('closes, and exits with code 0', async () => {
    const { ending } = await programs.start(program({})).signal('SIGTERM', 'ready');
    expect(await ending).toEqual({ code: 0, output: 'ready\nclosed\n', errors: '' });
  });

  it('announces it first, where it has a delay, and closes after that', async () => {
    const { ending } = await programs.start(program({ delayMs: 50 })).signal('SIGTERM', 'ready');
    expect(await ending).toEqual({ code: 0, output: 'ready\nannounced\nclosed\n', errors: '' });
  });

  it('ends the delay at a second signal', async () => {
    const started = programs.start(program({ delayMs: 600_000 }));
    await started.signal('SIGTERM', 'ready');
    await started.signal('SIGTERM', 'announced');
    expect(await started.ending).toEqual({ code: 0, output: 'ready\nannounced\nclosed\n', errors: '' });
  });

  it('exits with code 1 at a signal while it closes', async () => {
    const started = programs.start(program({ close: neverCloses }));
    await started.signal('SIGTERM', 'ready');
    await started.signal('SIGTERM', 'closing');
    expect(await started.ending).toEqual({ code: 1, output: 'ready\nclosing\n', errors: '' });
  });

  it('exits with code 1 after the grace period', async () => {
    const started = programs.start(program({ close: neverCloses, timeoutMs: 50 }));
    const { ending } = await started.signal('SIGTERM', 'ready');
    expect(await ending).toEqual({ code: 1, output: 'ready\nclosing\n', errors: '' });
  });

  it.each([
    [0, true],
    [1, false],
  ])(
    'exits with code %i after a close that is complete: %s, also one that ends after the grace period',
    async (code, isComplete) => {
      const close = `() => new Promise((resolve) => setTimeout(() => { console.log("closed"); resolve(${isComplete}); }, 50))`;
      const { ending } = await programs.start(program({ close, timeoutMs: 0 })).signal('SIGTERM', 'ready');
      expect(await ending).toEqual({ code, output: 'ready\nclosed\n', errors: '' });
    },
  );

  it('tells of the signal', async () => {
    const text = program({}).replace('announce:', 'signalled: (signal) => console.log(signal), announce:');
    const { ending } = await programs.start(text).signal('SIGTERM', 'ready');
    expect(await ending).toEqual({ code: 0, output: 'ready\nSIGTERM\nclosed\n', errors: '' });
  });

  it('exits with code 1, and says why, where it cannot close', async () => {
    const started = programs.start(program({ close: 'async () => { throw new Error("stuck"); }' }));
    const { ending } = await started.signal('SIGTERM', 'ready');
    expect(await ending).toMatchObject({ code: 1, errors: expect.stringContaining('Error: stuck') });
  });

  it('closes once, whoever asks for it', async () => {
    const more = 'shutdown.announce(); shutdown.announce(); shutdown.close(); shutdown.close(7); shutdown.announce();';
    const { ending } = programs.start(program({ delayMs: 600_000, more }));
    expect(await ending).toEqual({ code: 0, output: 'ready\nannounced\nclosed\n', errors: '' });
  });
});

describe.concurrent('an error that nothing handles', () => {
  it.each([
    ['thrown', 'setImmediate(() => { throw new Error("lost"); });'],
    ['rejected', 'Promise.reject(new Error("lost"));'],
  ])('closes the process without a delay, and ends it with code 1: %s', async (_, more) => {
    const { code, output, errors } = await programs.start(program({ delayMs: 600_000, more })).ending;
    expect({ code, output }).toEqual({ code: 1, output: 'ready\nclosed\n' });
    expect(errors).toContain('Error: lost');
  });

  it('does not end it where it is a rejection that it tolerates', async () => {
    const tolerates = '({ message }) => { console.log("told"); return message === "of one request"; }';
    const more = 'Promise.reject(new Error("of one request"));';
    const { ending } = await programs.start(program({ tolerates, more })).signal('SIGTERM', 'told');
    expect(await ending).toEqual({ code: 0, output: 'ready\ntold\nclosed\n', errors: '' });
  });

  it('ends it where it is one that it does not tolerate', async () => {
    const { ending } = programs.start(
      program({ tolerates: '() => false', more: 'Promise.reject(new Error("lost"));' }),
    );
    expect(await ending).toMatchObject({ code: 1, errors: expect.stringContaining('Error: lost') });
  });

  it('ends a process that closes already', async () => {
    const more = 'shutdown.close(); setImmediate(() => { throw new Error("lost"); });';
    const { ending } = programs.start(program({ close: neverCloses, more }));
    expect(await ending).toMatchObject({ code: 1, errors: expect.stringContaining('Error: lost') });
  });
});

describe.concurrent('signals without an effect', () => {
  it('are logged, but for those that are handled elsewhere', async () => {
    const started = programs.start(`
      process.on('SIGUSR2', () => process.exit(0));
      const logger = { info: ({ signal }, message) => console.log(signal, message) };
      lifecycle.ignoreSignals(logger, ['SIGUSR2']);
      setInterval(() => {}, 1000);
      console.log('ready');`);
    await started.signal('SIGHUP', 'ready');
    await started.signal('SIGUSR1', 'SIGHUP signal ignored');
    await started.signal('SIGUSR2', 'SIGUSR1 signal ignored');
    const output = 'ready\nSIGHUP signal ignored\nSIGUSR1 signal ignored\n';
    expect(await started.ending).toEqual({ code: 0, output, errors: '' });
  });

  it('include SIGHUP for a process that was started without a terminal', async () => {
    const started = programs.start(`
      process.on('SIGHUP', () => console.log('SIGHUP'));
      lifecycle.onTerminalClosed(() => process.exit(7));
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1000);
      console.log('ready');`);
    await started.signal('SIGHUP', 'ready');
    await started.signal('SIGTERM', 'SIGHUP');
    expect((await started.ending).code).toBe(0);
  });
});

describe.concurrent('a reader that stops reading', () => {
  /** Exits with 0 once it was told that nobody reads. */
  const writes = `
    process.on('SIGTERM', () => process.stdout.write('lost', (error) => setImmediate(() => process.exit(error ? 0 : 2))));
    setInterval(() => {}, 1000);
    console.log('ready');`;

  it.each([
    ['does not end the process', 'lifecycle.ignoreOutputErrors();', 0],
    ['would end it otherwise', '', 1],
  ])('%s', async (_, first, code) => {
    const started = await programs.start(first + writes).prints('ready');
    const stdout = started.child.stdout as Readable;
    await once(stdout.destroy(), 'close');
    started.child.kill('SIGTERM');
    expect((await started.ending).code).toBe(code);
  });
});

/** The error of listening at an address. */
async function failureAt(host: string, port: number): Promise<unknown> {
  const [error] = await once(createServer().listen(port, host), 'error');
  return error;
}

describe('an address that cannot be listened on', () => {
  it('is told in one line, with the setting of a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const error = await failureAt('127.0.0.1', (server.address() as AddressInfo).port);
    server.close();
    expect(listenProblem(error, 'ADMIN_PORT')).toBe(
      'The port is taken. Set ADMIN_PORT to another one, or to 0 for any free one.',
    );
  });

  it.each([
    ['192.0.2.1', 'METRICS_PORT', /^listen EADDRNOTAVAIL: .*192\.0\.2\.1.*\. Set METRICS_HOST to /],
    ['no host', '--port', /^getaddrinfo \w+ no host\. Set --host to an address of this machine, without a port\.$/],
  ])('is told with the setting of a host that is none of this machine: %s', async (host, setting, line) => {
    expect(listenProblem(await failureAt(host, 4389), setting)).toMatch(line);
  });

  it('is told with the setting of a port that needs more rights', () => {
    const error = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), { code: 'EACCES' });
    expect(listenProblem(error, 'PORT')).toBe(
      'The port needs more rights (listen EACCES: permission denied 0.0.0.0:80). Set PORT to one from 1024 on.',
    );
  });

  it('is told as it is for all else', () => {
    expect(listenProblem(new Error('No worker started.'), 'PORT')).toBe('No worker started.');
  });
});
