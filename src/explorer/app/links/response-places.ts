import { findNodeAtLocation, findNodeAtOffset, getNodePath, type Node, parseTree } from 'jsonc-parser';
import type { ResponsePath } from '../../../engine/http/call-origin.ts';

/** Offsets in a text: the end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export class ResponseText {
  readonly #text: string;
  #tree: Node | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The name of the property at a path of the data, or of the nearest value above that the response has. */
  nameAt(path: ResponsePath): TextRange | undefined {
    for (let { length } = path; length > 0; length--) {
      const node = this.#root && findNodeAtLocation(this.#root, ['data', ...path.slice(0, length)]);
      if (node !== undefined) return nameOf(node);
    }
    return undefined;
  }

  /** The path of the data at an offset; undefined outside of the data. */
  pathAt(offset: number): ResponsePath | undefined {
    const node = this.#root && findNodeAtOffset(this.#root, offset);
    const [top, ...path] = node ? getNodePath(node) : [];
    return top === 'data' ? path : undefined;
  }

  get #root(): Node | undefined {
    this.#tree ??= parseTree(this.#text);
    return this.#tree;
  }
}

interface TextModel {
  getVersionId(): number;
  getValue(): string;
}

const responses = new WeakMap<TextModel, { readonly version: number; readonly response: ResponseText }>();

/** The response in an editor, which may have no text. Each is parsed once, whoever asks for its places. */
export function responseIn(model: TextModel | null): ResponseText {
  if (model === null) return new ResponseText('');
  const version = model.getVersionId();
  const known = responses.get(model);
  if (known?.version === version) return known.response;
  const response = new ResponseText(model.getValue());
  responses.set(model, { version, response });
  return response;
}

/** A property's name, or the first character of a list's item. */
function nameOf({ parent, offset, length }: Node): TextRange {
  const name = parent?.type === 'property' ? parent.children?.[0] : undefined;
  if (name !== undefined) return { start: name.offset, end: name.offset + name.length };
  return { start: offset, end: offset + Math.min(length, 1) };
}
