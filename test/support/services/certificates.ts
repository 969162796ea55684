import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isInstalled = spawnSync('openssl', ['version']).status === 0;
if (!isInstalled) console.warn('openssl is not installed: the tests with certificates are skipped.');

/** Whether tests with certificates are skipped. CI installs openssl: there they fail without it. */
export const skipsCertificates = !isInstalled && process.env.CI === undefined;

/** A certificate authority in a folder of its own, until it is removed. */
export class TestAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), 'docgraph-certificates-'));
  readonly caFile = this.path('ca.pem');

  constructor() {
    this.#openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      this.path('ca.key'),
      '-out',
      this.caFile,
      '-subj',
      '/CN=Test CA',
    );
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Signs a certificate for a name; with a passphrase, its key is encrypted. One for 0 days expires at once. */
  sign(name: string, passphrase = '', days = 2): { certFile: string; keyFile: string } {
    const [certFile, keyFile, requestFile] = [
      this.path(`${name}.pem`),
      this.path(`${name}.key`),
      this.path(`${name}.csr`),
    ];
    const key = passphrase === '' ? newKey : [...newKey.slice(0, -1), '-passout', `pass:${passphrase}`];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    this.#openssl('req', ...key, '-keyout', keyFile, '-out', requestFile, ...subject);
    const ca = ['-CA', this.caFile, '-CAkey', this.path('ca.key'), '-CAcreateserial', '-copy_extensions', 'copy'];
    this.#openssl('x509', '-req', '-in', requestFile, '-out', certFile, '-days', String(days), ...ca);
    return { certFile, keyFile };
  }

  /** The certificate of the authority, for a server. */
  get caText(): string {
    return readFileSync(this.caFile, 'utf8');
  }

  /** The same as texts, for a server. */
  signedText(name: string, days = 2): { cert: string; key: string } {
    const { certFile, keyFile } = this.sign(name, '', days);
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
