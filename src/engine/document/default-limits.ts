/** What one request may contain and cause. */
export interface OperationLimits {
  /** Tokens of a document, and its lines. */
  readonly maxTokens: number;
  /** Levels of fields of an operation. */
  readonly maxDepth: number;
  /** Fields of an operation after its fragments are expanded. */
  readonly maxFields: number;
  /** Aliases of an operation after its fragments are expanded. */
  readonly maxAliases: number;
  readonly maxRootFields: number;
  /** Root fields of a mutation. */
  readonly maxMutations: number;
  /** Directives in a document. */
  readonly maxDirectives: number;
  /** Operations in a document. */
  readonly maxOperations: number;
  /** Ids in `nodes(ids:)`. */
  readonly maxNodeIds: number;
  /** Levels of objects and lists in a JSON value. */
  readonly maxJsonDepth: number;
  /** Values in the JSON of a request. */
  readonly maxInputValues: number;
  /** Pages that are read of one list for one field. */
  readonly maxListPages: number;
  /** REST calls that an operation may need; 0 turns it off. */
  readonly maxPlannedCalls: number;
  /** Size of the response, in bytes. */
  readonly maxResponseBytes: number;
}

/** The defaults of the settings, and the limits of executions that are given none. */
export const defaultLimits: OperationLimits = {
  maxTokens: 15_000,
  maxDepth: 40,
  maxFields: 10_000,
  maxAliases: 500,
  maxRootFields: 100,
  maxMutations: 50,
  maxDirectives: 200,
  maxOperations: 100,
  maxNodeIds: 100,
  maxJsonDepth: 100,
  maxInputValues: 20_000,
  maxListPages: 200,
  maxPlannedCalls: 0,
  maxResponseBytes: 33_554_432,
};
