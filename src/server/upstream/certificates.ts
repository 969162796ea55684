import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { readProblem, readRegularFile } from '../runtime/read-regular-file.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';

type CertificateSettings = Pick<
  Settings,
  'upstreamCaFile' | 'upstreamCertFile' | 'upstreamKeyFile' | 'upstreamKeyPassphrase'
>;

const maxBytes = 4 * 1024 * 1024;

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates that the settings name; undefined where they name none. Rejects with a SettingsError for a file that is invalid. */
export async function secureContextOf(settings: CertificateSettings): Promise<SecureContext | undefined> {
  const { upstreamCaFile, upstreamCertFile, upstreamKeyFile, upstreamKeyPassphrase } = settings;
  if (upstreamCaFile === undefined && upstreamCertFile === undefined) return undefined;
  const ca = upstreamCaFile === undefined ? undefined : await certificatesIn('UPSTREAM_CA_FILE', upstreamCaFile);
  const own =
    upstreamCertFile !== undefined && upstreamKeyFile !== undefined
      ? await ownCertificate(upstreamCertFile, upstreamKeyFile, upstreamKeyPassphrase)
      : {};
  // A list of its own replaces all that Node trusts.
  return createSecureContext({
    ...own,
    ...(ca && { ca: [...rootCertificates, ...(await extraCertificates()), ...ca] }),
  });
}

/** What `NODE_EXTRA_CA_CERTS` names. Node itself warns about a file that it cannot use. */
async function extraCertificates(): Promise<string[]> {
  const path = process.env.NODE_EXTRA_CA_CERTS ?? '';
  const text = path === '' ? '' : await readFile(path, 'utf8').catch(() => '');
  return text.match(certificate) ?? [];
}

async function ownCertificate(certFile: string, keyFile: string, passphrase: string | undefined) {
  const chain = await certificatesIn('UPSTREAM_CERT_FILE', certFile);
  const own = new X509Certificate(chain[0] as string);
  if (Date.parse(own.validTo) < Date.now())
    throw mistake('UPSTREAM_CERT_FILE', certFile, `has expired: ${own.validTo}`);
  const text = await textOf('UPSTREAM_KEY_FILE', keyFile);
  if (!own.checkPrivateKey(privateKey(keyFile, text, passphrase))) {
    throw mistake('UPSTREAM_KEY_FILE', keyFile, 'is not the key of the certificate in UPSTREAM_CERT_FILE');
  }
  return { cert: chain.join('\n'), key: text, passphrase };
}

function privateKey(path: string, text: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isEncrypted = text.includes('ENCRYPTED');
    if (code === 'ERR_MISSING_PASSPHRASE' || (isEncrypted && passphrase === undefined)) {
      throw mistake('UPSTREAM_KEY_FILE', path, 'is encrypted: set UPSTREAM_KEY_PASSPHRASE');
    }
    const reason = isEncrypted ? 'cannot be decrypted with UPSTREAM_KEY_PASSPHRASE' : 'has no private key in PEM';
    throw mistake('UPSTREAM_KEY_FILE', path, reason);
  }
}

async function certificatesIn(name: string, path: string): Promise<string[]> {
  const certificates = (await textOf(name, path)).match(certificate) ?? [];
  if (certificates.length === 0) throw mistake(name, path, 'has no certificate in PEM');
  const invalid = certificates.findIndex((text) => !isCertificate(text));
  if (invalid >= 0) throw mistake(name, path, `has an invalid certificate: number ${invalid + 1}`);
  return certificates;
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}

async function textOf(name: string, path: string): Promise<string> {
  const bytes = await readRegularFile(path, maxBytes).catch((error) => {
    throw mistake(name, path, readProblem(error));
  });
  if (bytes === undefined) throw mistake(name, path, `has more than ${maxBytes} bytes`);
  return bytes.toString();
}

function mistake(name: string, path: string, reason: string): SettingsError {
  return new SettingsError([`${name}: ${path} ${reason}.`]);
}
