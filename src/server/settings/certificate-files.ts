import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import { readProblem, readRegularFile } from '../runtime/read-regular-file.ts';
import { SettingsError } from './settings.ts';

const maxBytes = 4 * 1024 * 1024;

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** All that Node trusts, and the certificates in a file: a list of its own replaces what Node trusts. Rejects with a SettingsError. */
export async function trustedWith(name: string, path: string): Promise<string[]> {
  return [...(await trustedByNode()), ...(await certificatesIn(name, path))];
}

/** With those of the system, where Node is told to trust them. */
async function trustedByNode(): Promise<readonly string[]> {
  // Node has it from 22.15 on.
  const { getCACertificates } = tls as typeof tls & { getCACertificates?: (type: 'default') => string[] };
  return getCACertificates?.('default') ?? [...tls.rootCertificates, ...(await extraCertificates())];
}

/** What `NODE_EXTRA_CA_CERTS` names. Node itself warns about a file that it cannot use. */
async function extraCertificates(): Promise<string[]> {
  const path = process.env.NODE_EXTRA_CA_CERTS ?? '';
  const text = path === '' ? '' : await readFile(path, 'utf8').catch(() => '');
  return text.match(certificate) ?? [];
}

/** The certificates in the file that a setting names. Rejects with a SettingsError where it has none, or an invalid one. */
export async function certificatesIn(name: string, path: string): Promise<string[]> {
  const certificates = (await textOf(name, path)).match(certificate) ?? [];
  if (certificates.length === 0) throw mistakeIn(name, path, 'has no certificate in PEM');
  const invalid = certificates.findIndex((text) => !isCertificate(text));
  if (invalid >= 0) throw mistakeIn(name, path, `has an invalid certificate: number ${invalid + 1}`);
  return certificates;
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}

/** The text of the file that a setting names. Rejects with a SettingsError. */
export async function textOf(name: string, path: string): Promise<string> {
  const bytes = await readRegularFile(path, maxBytes).catch((error) => {
    throw mistakeIn(name, path, readProblem(error));
  });
  if (bytes === undefined) throw mistakeIn(name, path, `has more than ${maxBytes} bytes`);
  return bytes.toString();
}

export function mistakeIn(name: string, path: string, reason: string): SettingsError {
  return new SettingsError([`${name}: ${path} ${reason}.`]);
}
