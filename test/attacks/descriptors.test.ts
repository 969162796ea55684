import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget, sendMessage } from '../support/attacks/attack-runner.ts';
import { post, times } from '../support/attacks/attacks.ts';
import { open } from '../support/clients/raw-socket.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';

describe('a process with 256 descriptors and 1,000 idle connections', () => {
  let target: AttackTarget;

  beforeAll(async () => {
    target = await AttackTarget.start({ DESCRIPTORS: '256' });
    target.upstream.reply(plentifulResponses);
  });

  afterAll(() => target?.close());

  it('serves a client of another address that connects after them', async () => {
    const idle = await Promise.all(Array.from({ length: 1_000 }, () => open(target.gateway.url, '127.0.0.2')));
    expect((await sendMessage(target.gateway.url, post('{ organization(id: "o") { title } }'))).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });

  it('makes all calls to the service', async () => {
    // It sends its request when the others are there.
    const client = await open(target.gateway.url);
    const idle = await Promise.all(Array.from({ length: 1_000 }, () => open(target.gateway.url)));
    const { path, headers, body } = post(`{ ${times(90, (i) => `a${i}: organization(id: "o${i}") { title }`)} }`);
    const lines = Object.entries({ host: 'gateway', connection: 'close', ...headers, 'content-length': body?.length });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    let received = '';
    client.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${body}`);
    await closed;
    expect(received).toMatch(/^HTTP\/1.1 200 /);
    expect(received.match(/"a\d+":\{"title"/g)).toHaveLength(90);
    expect(received).not.toContain('"errors"');
    for (const socket of idle) socket.destroy();
    expect((await sendMessage(target.gateway.url, post('{ __typename }'))).status).toBe(200);
  });
});
