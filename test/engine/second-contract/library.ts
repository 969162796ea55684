import { getOperationAST, validate } from 'graphql';
import { getVariableValues } from 'graphql/execution/values.js';
import { createEngine, type Engine, type OperationContext, runAtOnce, Upstream } from '../../../src/engine/engine.ts';
import { contract } from './contract.ts';
import { createLibrarySchema } from './schema.ts';
import { LibraryService } from './service.ts';

const limits = {
  timeoutMs: 5000,
  requestTimeoutMs: 10_000,
  maxRetries: 0,
  connections: 4,
  maxQueue: 100,
  connectionAgeMs: 0,
  ejectionThreshold: 0,
  breakerThreshold: 0,
  maxCalls: 100,
  maxListPages: 50,
  maxResponseBytes: 1_000_000,
  maxRequestBytes: 1_000_000,
  maxTotalBytes: 1_000_000,
};

const credentials = { authorization: undefined, headers: [], identity: 'reader', client: 'reader', secrets: [] };

/** The result of an operation as JSON, with the REST calls that were made for it and the number that was planned. */
interface Run {
  data: unknown;
  errors?: { message: string; path: unknown; extensions: Record<string, unknown> }[];
  calls: string[];
  plannedCalls: number;
}

/** An engine over the library's contract, and its service. */
export class Library {
  readonly service: LibraryService;
  readonly engine: Engine;

  private constructor(url: URL, service: LibraryService) {
    this.service = service;
    const upstream = new Upstream({ url, sharing: true, ...limits });
    this.engine = createEngine({ contract, schema: createLibrarySchema(), upstream });
  }

  static async start(): Promise<Library> {
    const service = new LibraryService();
    return new Library(await service.start(), service);
  }

  async close(): Promise<void> {
    await this.engine.upstream.close();
    await this.service.close();
  }

  async run(text: string, values: Record<string, unknown> = {}): Promise<Run> {
    const { engine, service } = this;
    const context = this.contextOf(text, values);
    service.requests.length = 0;
    try {
      const { size: _, ...result } = await engine.execute(context);
      const plannedCalls = engine.countPlannedCalls(context.compiled, context.variables);
      return { ...JSON.parse(JSON.stringify(result)), calls: [...service.requests], plannedCalls };
    } finally {
      context.rest.close();
    }
  }

  /** For the execution of a document's only operation. */
  contextOf(text: string, values: Record<string, unknown> = {}): OperationContext {
    const { engine } = this;
    const document = runAtOnce(engine.parseInSteps(text));
    const [invalid] = validate(engine.schema, document);
    if (invalid !== undefined) throw invalid;
    const operation = getOperationAST(document);
    const { coerced, errors } = getVariableValues(engine.schema, operation?.variableDefinitions ?? [], values);
    if (operation == null || coerced === undefined) throw new Error(`It cannot be executed: ${errors}`);
    return engine.createContext(engine.compile(document, operation, coerced), coerced, { credentials });
  }
}
