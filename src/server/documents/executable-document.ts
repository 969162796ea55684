import { hash } from 'node:crypto';
import { type DocumentNode, getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import {
  type CompiledOperation,
  compileFully,
  documentFacts,
  type Engine,
  GatewayError,
  isNamed,
  type Variables,
} from '../../engine/engine.ts';

/** Limits for one operation: variants, one for each outcome of its conditions, and compiled fields of all of them. */
const maxVariants = 16;
const maxVariantFields = 20_000;

let count = 0;

export interface ExecutableDocumentOptions {
  engine: Engine;
  /** Called when the execution of an operation has compiled so many more fields. */
  onGrowth: (fields: number) => void;
}

/** The text of a document, and its hash, which is computed once. */
class DocumentText {
  readonly #text: string;
  #hash: string | undefined = undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  get hash(): string {
    this.#hash ??= hash('sha256', this.#text, 'hex');
    return this.#hash;
  }
}

/** An operation of a valid document, with what it was compiled to. */
export class ExecutableOperation {
  /** Unique in this process. */
  readonly number = count++;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly #text: DocumentText;
  readonly #options: ExecutableDocumentOptions;
  /** The variables that its `@skip`s and `@include`s may depend on. */
  readonly #conditions: readonly string[];
  readonly #variants = new Map<string, CompiledOperation>();

  constructor(
    options: ExecutableDocumentOptions,
    text: DocumentText,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ) {
    this.#options = options;
    this.#text = text;
    this.document = document;
    this.operation = operation;
    this.#conditions = conditionsOf(document, operation);
  }

  /** The document as a client sent it. */
  get text(): string {
    return this.#text.text;
  }

  /** SHA-256 of the document's text, in hexadecimal digits. */
  get hash(): string {
    return this.#text.hash;
  }

  /** The operation compiled for the values of its `@skip` and `@include` conditions. */
  compiledFor(variables: Variables): CompiledOperation {
    const conditions: Record<string, unknown> = {};
    let name = '';
    for (const variable of this.#conditions) {
      conditions[variable] = variables[variable];
      name += ` ${variables[variable]}`;
    }
    let compiled = this.#variants.get(name);
    if (compiled === undefined) {
      if (this.#variants.size >= maxVariants || this.weight > maxVariantFields) this.#variants.clear();
      compiled = this.#options.engine.compile(this.document, this.operation, conditions);
      this.#variants.set(name, compiled);
    }
    return compiled;
  }

  /** Compiles it for all outcomes of its conditions, if it keeps that many variants. Does nothing where it cannot be compiled. */
  compile(): void {
    const variants = 2 ** this.#conditions.length;
    if (variants > maxVariants) return;
    for (const conditions of outcomesOf(this.#conditions)) {
      const compiled = this.compiledFor(conditions);
      try {
        compileFully(compiled, maxVariantFields / variants);
      } catch (error) {
        // The execution reports it.
        if (!(error instanceof GatewayError)) throw error;
      }
    }
  }

  /** Reports that it has been compiled to so many more fields. */
  grew(fields: number): void {
    if (fields > 0) this.#options.onGrowth(fields);
  }

  /** Evicts what it was compiled to. */
  evict(): void {
    this.#variants.clear();
  }

  /** The number of compiled fields so far. */
  get weight(): number {
    let fields = 0;
    for (const { fieldCount } of this.#variants.values()) fields += fieldCount;
    return fields;
  }
}

/** Other operations of the document may have conditions on variables of the same names, which here have any type. */
function conditionsOf(document: DocumentNode, { variableDefinitions = [] }: OperationDefinitionNode): string[] {
  const conditions = new Set(documentFacts(document).conditionVariables);
  return variableDefinitions
    .filter(({ variable, type }) => isNamed(type, 'Boolean') && conditions.has(variable.name.value))
    .map(({ variable }) => variable.name.value);
}

/** All values of conditions. */
function outcomesOf(conditions: readonly string[]): Variables[] {
  return conditions.reduce<Variables[]>(
    (outcomes, name) => outcomes.flatMap((outcome) => [true, false].map((value) => ({ ...outcome, [name]: value }))),
    [{}],
  );
}

/** A valid document, and those of its operations that were requested. */
export class ExecutableDocument {
  readonly document: DocumentNode;
  readonly #text: DocumentText;
  readonly #options: ExecutableDocumentOptions;
  /** By the name in the request, which is optional for a single operation. */
  readonly #byName = new Map<string | undefined, ExecutableOperation>();
  readonly #operations = new Map<OperationDefinitionNode, ExecutableOperation>();

  constructor(options: ExecutableDocumentOptions, text: string, document: DocumentNode) {
    this.#options = options;
    this.#text = new DocumentText(text);
    this.document = document;
  }

  /** Undefined where the document has no such operation, or none that can be executed. */
  operation(name: string | undefined): ExecutableOperation | undefined {
    let executable = this.#byName.get(name);
    if (executable === undefined) {
      const operation = getOperationAST(this.document, name);
      // Validation accepts a subscription, though the schema has none.
      if (operation == null || this.#options.engine.schema.getRootType(operation.operation) == null) return undefined;
      executable = this.#executable(operation);
      this.#byName.set(name, executable);
    }
    return executable;
  }

  /** Compiles all operations. Its caller counts the fields: see `weight`. */
  compile(): void {
    for (const definition of this.document.definitions) {
      if (definition.kind === Kind.OPERATION_DEFINITION) this.operation(definition.name?.value)?.compile();
    }
  }

  /** Evicts what its operations were compiled to. */
  evict(): void {
    for (const operation of this.#operations.values()) operation.evict();
  }

  get weight(): number {
    let fields = 0;
    for (const operation of this.#operations.values()) fields += operation.weight;
    return fields;
  }

  #executable(operation: OperationDefinitionNode): ExecutableOperation {
    const executable =
      this.#operations.get(operation) ?? new ExecutableOperation(this.#options, this.#text, this.document, operation);
    this.#operations.set(operation, executable);
    return executable;
  }
}
