import type { GraphQLSchema } from 'graphql';
import { type Nullability, printSdl } from '../../engine/sdl/print-sdl.ts';
import { HttpError } from '../http-errors.ts';
import { weakEtagOf } from './etag.ts';
import type { GraphQLResponse } from './http-messages.ts';
import type { RequestParts } from './parse-request.ts';

const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** The SDL of a schema, with the embedder's additions, as `/schema.graphql` serves it. */
export class SdlResource {
  readonly #schema: GraphQLSchema;
  readonly #isServed: boolean;
  readonly #texts = new Map<Nullability, string>();
  readonly #etags = new Map<Nullability, string>();

  /** `isServed`: whether clients may read it over HTTP. */
  constructor(schema: GraphQLSchema, isServed: boolean) {
    this.#schema = schema;
    this.#isServed = isServed;
  }

  /** Printed when it is first read. */
  text(nullability: Nullability = 'semantic'): string {
    const text = this.#texts.get(nullability) ?? printSdl(this.#schema, nullability);
    this.#texts.set(nullability, text);
    return text;
  }

  /** Throws an HttpError where the request is not for a form of the SDL. */
  responseTo({ method, search }: Pick<RequestParts, 'method' | 'search'>): GraphQLResponse {
    if (!this.#isServed) {
      throw new HttpError(404, 'NOT_FOUND', 'Introspection is turned off: the schema is not served.');
    }
    if (method !== 'GET' && method !== 'HEAD') {
      throw new HttpError(405, 'METHOD_NOT_ALLOWED', 'The schema accepts GET.', { allow: 'GET, HEAD' });
    }
    const nullability = nullabilityIn(search);
    const body = this.text(nullability);
    return { status: 200, headers: { ...headers, etag: this.#etagOf(nullability, body) }, body };
  }

  #etagOf(nullability: Nullability, text: string): string {
    const etag = this.#etags.get(nullability) ?? weakEtagOf(text);
    this.#etags.set(nullability, etag);
    return etag;
  }
}

function nullabilityIn(search: string): Nullability {
  const value = new URLSearchParams(search).get('nullability') ?? 'semantic';
  if (value === 'semantic' || value === 'strict') return value;
  throw new HttpError(400, 'BAD_NULLABILITY', 'The parameter "nullability" must be "semantic" or "strict".');
}
