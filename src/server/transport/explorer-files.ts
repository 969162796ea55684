import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { accepts, type Encoding } from '../http/content-encoding.ts';

/** The files of the built explorer, in memory: about 3 MB, without their plain forms. */
export interface ExplorerFiles {
  /** The HTML page, without its configuration. */
  page: string;
  assets: ReadonlyMap<string, Asset>;
}

/** One file of `assets/`: compressed by the build in two encodings, or plain if it does not compress (fonts). */
export interface Asset {
  contentType: string;
  bodies: Partial<Record<Encoding, Buffer>>;
  /** The plain form of a compressed one, once a client has requested it. */
  decompressed?: Promise<Buffer>;
}

const encodings: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' };

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** Reads the built explorer into memory; undefined if it has not been built. */
export async function readExplorerFiles(directory: string): Promise<ExplorerFiles | undefined> {
  try {
    const [page, assets] = await Promise.all([
      readFile(join(directory, 'index.html'), 'utf8'),
      readAssets(join(directory, 'assets')),
    ]);
    return { page, assets };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The asset's bytes in the best encoding that an `Accept-Encoding` header accepts. */
export async function bodyFor(asset: Asset, accepted = ''): Promise<{ body: Buffer; encoding: Encoding }> {
  const { bodies } = asset;
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    const body = bodies[encoding];
    if (body && (encoding === 'identity' || accepts(accepted, encoding))) return { body, encoding };
  }
  if (bodies.gzip === undefined)
    throw new Error('An explorer asset has neither a plain nor a gzip form. Run npm run build:explorer.');
  // Every browser accepts gzip: few gateways need the plain form.
  asset.decompressed ??= promisify(gunzip)(bodies.gzip);
  return { body: await asset.decompressed, encoding: 'identity' };
}

async function readAssets(directory: string): Promise<Map<string, Asset>> {
  const names = await readdir(directory);
  const compressed = new Set(names.filter((name) => extname(name) in encodings).map(plainName));
  const assets = new Map<string, Asset>();
  const files = names.filter((name) => extname(name) in encodings || !compressed.has(name));
  // One at a time: a process may have few descriptors.
  for (const file of files) {
    const name = plainName(file);
    const asset = assets.get(name) ?? {
      contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
      bodies: {},
    };
    asset.bodies[encodings[extname(file)] ?? 'identity'] = await readFile(join(directory, file));
    assets.set(name, asset);
  }
  return assets;
}

function plainName(file: string): string {
  return file.replace(/\.(?:br|gz)$/, '');
}
