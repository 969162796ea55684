/** What a link shares: never headers. */
export interface SharedOperation {
  query: string;
  /** The text of the variables editor. */
  variables?: string | undefined;
}

/** From this length on, in characters, an operation is compressed. */
const compressFrom = 400;
/** Longest fragment of a link that is made or read, in characters: browsers and chat programs cut longer addresses. */
export const maxFragment = 16_384;
/** Largest operation that a link holds, in bytes: a short fragment may expand to a large text. */
export const maxShared = 262_144;

/** The fragment of a link to an operation, with `#`; undefined if it is too long to share. */
export async function fragmentOf(operation: SharedOperation): Promise<string | undefined> {
  const json = JSON.stringify({
    query: operation.query,
    ...(operation.variables && { variables: operation.variables }),
  });
  const plain = new TextEncoder().encode(json);
  if (plain.length > maxShared) return undefined;
  const isLong = json.length >= compressFrom;
  const bytes = isLong ? await piped(plain, new CompressionStream('deflate-raw')) : plain;
  const fragment = `#${isLong ? 'z' : 'q'}=${toBase64Url(bytes)}`;
  return fragment.length > maxFragment ? undefined : fragment;
}

/** What the fragment of the page's address shares; undefined where it is no link to an operation. */
export type Shared = SharedOperation | 'unreadable' | undefined;

/** The operation that a fragment shares. It is not readable where it was cut, or is too long. */
export async function sharedIn(fragment: string): Promise<Shared> {
  if (!/^#[a-z]=/.test(fragment)) return undefined;
  const [, form, text] = /^#([qz])=([A-Za-z0-9_-]+)$/.exec(fragment.slice(0, maxFragment + 1)) ?? [];
  if (text === undefined || fragment.length > maxFragment) return 'unreadable';
  try {
    const bytes = fromBase64Url(text);
    const json = form === 'z' ? await piped(bytes, new DecompressionStream('deflate-raw')) : bytes;
    return operationIn(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)));
  } catch {
    return 'unreadable';
  }
}

function operationIn(value: { query?: unknown; variables?: unknown } | null): Shared {
  if (typeof value?.query !== 'string') return 'unreadable';
  const { query, variables } = value;
  return { query, variables: typeof variables === 'string' ? variables : undefined };
}

/** The output of a stream; rejects if it is larger than an operation that a link holds. */
async function piped(input: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const output = new Blob([input]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await output.read(); !part.done; part = await output.read()) {
    length += part.value.length;
    if (length > maxShared) {
      await output.cancel();
      throw new RangeError('The shared operation is too long.');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
