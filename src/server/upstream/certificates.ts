import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { certificatesIn, mistakeIn, textOf, trustedWith } from '../settings/certificate-files.ts';
import type { Settings } from '../settings/settings.ts';

type CertificateSettings = Pick<
  Settings,
  'upstreamCaFile' | 'upstreamCertFile' | 'upstreamKeyFile' | 'upstreamKeyPassphrase'
>;

/** The certificates that the settings name; undefined where they name none. Rejects with a SettingsError for a file that is invalid. */
export async function secureContextOf(settings: CertificateSettings): Promise<SecureContext | undefined> {
  const { upstreamCaFile, upstreamCertFile, upstreamKeyFile, upstreamKeyPassphrase } = settings;
  if (upstreamCaFile === undefined && upstreamCertFile === undefined) return undefined;
  const ca = upstreamCaFile === undefined ? undefined : await trustedWith('UPSTREAM_CA_FILE', upstreamCaFile);
  const own =
    upstreamCertFile !== undefined && upstreamKeyFile !== undefined
      ? await ownCertificate(upstreamCertFile, upstreamKeyFile, upstreamKeyPassphrase)
      : {};
  return createSecureContext({ ...own, ...(ca && { ca }) });
}

async function ownCertificate(certFile: string, keyFile: string, passphrase: string | undefined) {
  const chain = await certificatesIn('UPSTREAM_CERT_FILE', certFile);
  const own = new X509Certificate(chain[0] as string);
  if (Date.parse(own.validTo) < Date.now())
    throw mistakeIn('UPSTREAM_CERT_FILE', certFile, `has expired: ${own.validTo}`);
  const text = await textOf('UPSTREAM_KEY_FILE', keyFile);
  if (!own.checkPrivateKey(privateKey(keyFile, text, passphrase))) {
    throw mistakeIn('UPSTREAM_KEY_FILE', keyFile, 'is not the key of the certificate in UPSTREAM_CERT_FILE');
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
      throw mistakeIn('UPSTREAM_KEY_FILE', path, 'is encrypted: set UPSTREAM_KEY_PASSPHRASE');
    }
    const reason = isEncrypted ? 'cannot be decrypted with UPSTREAM_KEY_PASSPHRASE' : 'has no private key in PEM';
    throw mistakeIn('UPSTREAM_KEY_FILE', path, reason);
  }
}
