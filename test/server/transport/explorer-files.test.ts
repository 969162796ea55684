import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bodyFor } from '../../../src/server/transport/explorer-files.ts';

const asset = () => ({ contentType: 'text/javascript', bodies: { gzip: gzipSync('plain') } });

it('decompresses a file once for all clients that accept no compression', async () => {
  const file = asset();
  const [first, second] = await Promise.all([bodyFor(file), bodyFor(file, 'identity')]);
  expect([first.encoding, first.body.toString()]).toEqual(['identity', 'plain']);
  expect(second.body).toBe(first.body);
});

it('sends a file as it was compressed to clients that accept it', async () => {
  const file = asset();
  expect(await bodyFor(file, 'gzip')).toEqual({ body: file.bodies.gzip, encoding: 'gzip' });
});

it('rejects a file without any form', async () => {
  await expect(bodyFor({ contentType: 'text/javascript', bodies: {} })).rejects.toThrow('npm run build:explorer');
});
