import tls from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { trustedWith } from '../../../src/server/settings/certificate-files.ts';
import { temporaryFolders } from '../../support/gateways/manifests.ts';

const folderWith = temporaryFolders();
const [own = '', ...roots] = tls.rootCertificates;
const original = Object.getOwnPropertyDescriptor(tls, 'getCACertificates');

afterEach(() => {
  Reflect.deleteProperty(tls, 'getCACertificates');
  if (original !== undefined) Object.defineProperty(tls, 'getCACertificates', original);
});

async function trusted(): Promise<string[]> {
  const folder = await folderWith({ 'ca.pem': own });
  return await trustedWith('UPSTREAM_CA_FILE', `${folder}/ca.pem`);
}

it('adds a file to all that Node trusts, such as the certificates of the system', async () => {
  const getCACertificates = (type: string) => (type === 'default' ? ['of the system'] : []);
  Object.defineProperty(tls, 'getCACertificates', { value: getCACertificates, configurable: true });
  expect(await trusted()).toEqual(['of the system', own]);
});

it('adds a file to the certificates of Node where it does not tell what it trusts', async () => {
  Object.defineProperty(tls, 'getCACertificates', { value: undefined, configurable: true });
  expect(await trusted()).toEqual(expect.arrayContaining([...roots, own]));
});
