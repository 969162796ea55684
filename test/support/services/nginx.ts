import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.ts';

const program = '/usr/sbin/nginx';

export const hasNginx = existsSync(program);

export interface Nginx {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts nginx on loopback in front of a REST service. Its `proxy_pass` has a path, so that it decodes the path of a request,
 * removes `.` and `..` from it, merges slashes, and encodes it again.
 */
export async function startNginx(upstream: string): Promise<Nginx> {
  const prefix = await mkdtemp(join(tmpdir(), 'docgraph-nginx-'));
  const port = await freePort();
  await writeFile(join(prefix, 'nginx.conf'), configuration(prefix, port, upstream));
  const child = spawn(program, ['-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await untilListening(url, child);
  return {
    url,
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(prefix, { recursive: true, force: true });
    },
  };
}

function configuration(prefix: string, port: number, upstream: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${prefix}/${name};`,
  );
  return `
    daemon off;
    master_process off;
    pid ${prefix}/nginx.pid;
    events { worker_connections 64; }
    http {
      access_log off;
      ${folders.join('\n')}
      server {
        listen 127.0.0.1:${port};
        merge_slashes on;
        location /v1/ { proxy_pass ${upstream}/v1/; }
      }
    }`;
}

async function untilListening(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}.`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('nginx does not listen.');
}
