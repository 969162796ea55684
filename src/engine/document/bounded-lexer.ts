import { Lexer, type Source, type Token, TokenKind } from 'graphql';
import type { OperationLimits } from './default-limits.ts';
import { tooDeep, tooExpensive, tooNested } from './limits.ts';

type LexerLimits = Pick<OperationLimits, 'maxTokens' | 'maxDepth' | 'maxDirectives' | 'maxJsonDepth'>;

/** Names that are longer are no names of a schema, and suggestions for them, and errors with them, would be as long. */
const maxNameLength = 1_000;

/**
 * The lexer of a document from a client. It stops the parser, which recurses, before a document is too large or too deep.
 * Throws a GatewayError for the limit that is exceeded.
 */
export class BoundedLexer extends Lexer {
  readonly #limits: LexerLimits;
  #tokens = 0;
  #directives = 0;
  #selections = 0;
  #parentheses = 0;
  #values = 0;

  constructor(source: Source, limits: LexerLimits) {
    super(source);
    this.#limits = limits;
  }

  override advance(): Token {
    const token = super.advance();
    // With it, all tokens live as long as the last one.
    const last: { prev: Token | null } = this.lastToken;
    last.prev = null;
    const { maxTokens } = this.#limits;
    if (token.kind !== TokenKind.EOF && ++this.#tokens > maxTokens) throw tooManyTokens(maxTokens);
    if (token.kind === TokenKind.NAME && token.end - token.start > maxNameLength) throw nameTooLong();
    this.#count(token.kind);
    return token;
  }

  #count(kind: TokenKind): void {
    switch (kind) {
      case TokenKind.BRACE_L:
        this.#open();
        break;
      case TokenKind.BRACE_R:
        if (this.#parentheses > 0) this.#values--;
        else this.#selections--;
        break;
      case TokenKind.BRACKET_L:
        this.#openValue();
        break;
      case TokenKind.BRACKET_R:
        this.#values--;
        break;
      case TokenKind.PAREN_L:
        this.#parentheses++;
        break;
      case TokenKind.PAREN_R:
        this.#parentheses--;
        break;
      case TokenKind.AT:
        this.#countDirective();
    }
  }

  /** A brace within parentheses begins an input object, any other a selection set. */
  #open(): void {
    if (this.#parentheses > 0) {
      this.#openValue();
      return;
    }
    const { maxDepth } = this.#limits;
    // Between two levels of fields there may be an inline fragment.
    if (++this.#selections > 2 * maxDepth + 1) throw tooDeep(maxDepth);
  }

  #openValue(): void {
    const { maxJsonDepth } = this.#limits;
    if (++this.#values > maxJsonDepth) throw tooNested('A value in the document', maxJsonDepth);
  }

  #countDirective(): void {
    const { maxDirectives } = this.#limits;
    if (++this.#directives > maxDirectives) {
      throw tooExpensive(`The document has more than ${maxDirectives} directives. Split it into several requests.`);
    }
  }
}

function nameTooLong() {
  return tooExpensive(`The document has a name of more than ${maxNameLength} characters. Use a shorter one.`);
}

function tooManyTokens(maxTokens: number) {
  return tooExpensive(`The document has more than ${maxTokens} tokens. Split it into several requests.`);
}
