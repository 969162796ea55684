import { hash } from 'node:crypto';
import { type DocumentNode, GraphQLError, type ValidationRule } from 'graphql';
import { type ErrorBehavior, GatewayError, missingRootTypes, runAtOnce, validationOf } from '../../../engine/engine.ts';
import { ExecutableDocument, type ExecutableDocumentOptions } from '../../documents/executable-document.ts';
import { TrustedDocumentsError } from './errors.ts';

export interface TrustedDocumentOptions extends ExecutableDocumentOptions {
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
}

export class TrustedDocument {
  readonly text: string;
  /** The SHA-256 of its text, in hex. */
  readonly hash: string;
  readonly executable: ExecutableDocument;
  /** What errors do to the response; undefined where requests say it. */
  readonly onError: ErrorBehavior | undefined;

  /** Throws a TrustedDocumentsError with a line for each mistake in the document. */
  constructor(text: string, onError: ErrorBehavior | undefined, options: TrustedDocumentOptions) {
    this.text = text;
    this.onError = onError;
    this.hash = hash('sha256', text, 'hex');
    this.executable = new ExecutableDocument(options, text, validDocument(text, options));
  }
}

function validDocument(text: string, { engine, validationRules }: TrustedDocumentOptions): DocumentNode {
  let document: DocumentNode;
  try {
    document = runAtOnce(engine.parseInSteps(text));
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof GatewayError)
      throw new TrustedDocumentsError([lineOf(error)]);
    throw error;
  }
  const errors = runAtOnce(validationOf(engine.schema, document, validationRules));
  const mistakes = errors.length > 0 ? errors : missingRootTypes(engine.schema, document);
  if (mistakes.length > 0) throw new TrustedDocumentsError(mistakes.map(lineOf));
  return document;
}

function lineOf(error: Error): string {
  const [location] = error instanceof GraphQLError ? (error.locations ?? []) : [];
  const place = location === undefined ? '' : `at ${location.line}:${location.column}: `;
  return `${place}${error.message.replaceAll(/\s+/g, ' ')}`;
}
