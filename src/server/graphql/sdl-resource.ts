import type { GraphQLSchema } from 'graphql';
import { printSdl, type SdlForm } from '../../engine/engine.ts';
import { weakEtagOf } from '../http/etag.ts';
import { HttpError } from '../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse } from '../http/http-messages.ts';

const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

type SdlRequest = Pick<GraphQLRequest, 'method' | 'sdlForm'>;

/** The SDL of a schema, with the embedder's additions, as `/schema.graphql` serves it. */
export class SdlResource {
  readonly #schema: GraphQLSchema;
  readonly #isServed: boolean;
  readonly #texts = new Map<SdlForm, string>();
  readonly #etags = new Map<SdlForm, string>();

  /** `isServed`: whether clients may read it over HTTP. */
  constructor(schema: GraphQLSchema, isServed: boolean) {
    this.#schema = schema;
    this.#isServed = isServed;
  }

  /** Printed when it is first read. */
  text(form: SdlForm = 'semantic'): string {
    const text = this.#texts.get(form) ?? printSdl(this.#schema, form);
    this.#texts.set(form, text);
    return text;
  }

  /** Throws an HttpError where the SDL is not served, or the request is no GET. */
  responseTo({ method, sdlForm: form = 'semantic' }: SdlRequest): GraphQLResponse {
    if (!this.#isServed) {
      throw new HttpError(404, 'NOT_FOUND', 'Introspection is turned off: the schema is not served.');
    }
    if (method !== 'GET' && method !== 'HEAD') {
      throw new HttpError(405, 'METHOD_NOT_ALLOWED', 'The schema accepts GET.', { allow: 'GET, HEAD' });
    }
    const body = this.text(form);
    return { status: 200, headers: { ...headers, etag: this.#etagOf(form, body) }, body };
  }

  #etagOf(form: SdlForm, text: string): string {
    const etag = this.#etags.get(form) ?? weakEtagOf(text);
    this.#etags.set(form, etag);
    return etag;
  }
}
