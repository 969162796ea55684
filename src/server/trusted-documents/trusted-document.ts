import { createHash } from 'node:crypto';
import { type DocumentNode, GraphQLError, Token, TokenKind, type ValidationRule, visit } from 'graphql';
import { GatewayError } from '../../engine/http/errors.ts';
import { parseWithinLimits } from '../../engine/operation/document-limits.ts';
import { ExecutableDocument, type ExecutableDocumentOptions } from '../graphql/executable-document.ts';
import { validateDocument } from '../graphql/validation.ts';
import { TrustedDocumentsError } from './errors.ts';

export interface TrustedDocumentOptions extends ExecutableDocumentOptions {
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
}

/** A valid document that clients may send. */
export class TrustedDocument {
  readonly text: string;
  /** The SHA-256 of its text, in hex. */
  readonly hash: string;
  readonly executable: ExecutableDocument;

  /** Throws a TrustedDocumentsError with a line for each mistake in the document. */
  constructor(text: string, options: TrustedDocumentOptions) {
    this.text = text;
    this.hash = createHash('sha256').update(text).digest('hex');
    this.executable = new ExecutableDocument(options, text, validDocument(text, options));
  }
}

function validDocument(text: string, { schema, limits, validationRules }: TrustedDocumentOptions): DocumentNode {
  let document: DocumentNode;
  try {
    document = parseWithinLimits(text, limits);
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof GatewayError)
      throw new TrustedDocumentsError([lineOf(error)]);
    throw error;
  }
  const errors = validateDocument(schema, document, validationRules);
  if (errors.length > 0) throw new TrustedDocumentsError(errors.map(lineOf));
  releaseTokens(document);
  return document;
}

const noToken = new Token(TokenKind.SOF, 0, 0, 0, 0);

/** Releases the tokens of a parsed document: they take most of its memory, and the places of errors do not need them. */
function releaseTokens(document: DocumentNode): void {
  visit(document, {
    enter({ loc }) {
      if (loc !== undefined) Object.assign(loc, { startToken: noToken, endToken: noToken });
    },
  });
}

function lineOf(error: Error): string {
  const [location] = error instanceof GraphQLError ? (error.locations ?? []) : [];
  const place = location === undefined ? '' : `at ${location.line}:${location.column}: `;
  return `${place}${error.message.replaceAll(/\s+/g, ' ')}`;
}
