import { ConversionError, type ConvertedOperation, createEngine, runAtOnce } from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';
import { createSchema } from '../../resources/schema.ts';
import { foundProblems, usageError } from '../exit.ts';
import { readInput } from './input.ts';

export interface FromRestFlags {
  file?: string;
  json?: boolean;
}

/** Prints the operation that makes a REST call: a document, with its variables as a comment, or the JSON body of a request. */
export async function fromRest(words: readonly string[], flags: FromRestFlags): Promise<void> {
  const text = await restText(words, flags);
  const { query, variables, operationName, notes } = converted(text);
  for (const note of notes) process.stderr.write(`${note}\n`);
  if (flags.json) process.stdout.write(`${JSON.stringify({ query, variables, operationName }, null, 2)}\n`);
  else process.stdout.write(`${query}${variablesComment(variables)}`);
}

async function restText(words: readonly string[], { file }: FromRestFlags): Promise<string> {
  const text = words.join(' ');
  if (text !== '' && text !== '-') {
    if (file !== undefined) throw usageError('Give a REST call or --file, not both.');
    return text;
  }
  if (file === undefined && text === '' && process.stdin.isTTY) {
    throw usageError(
      "No REST call is given. Quote a curl command, a call of fetch, or a path: docgraph from-rest 'GET /v1/orgs'.",
    );
  }
  return await readInput(file ?? '-');
}

function converted(text: string): ConvertedOperation {
  try {
    const engine = createEngine({ contract: restContract, schema: createSchema() });
    return runAtOnce(engine.fromRestInSteps(text));
  } catch (error) {
    if (error instanceof ConversionError) throw foundProblems(error.message);
    throw error;
  }
}

/** The document stays valid with its variables behind it. */
function variablesComment(variables: Record<string, unknown>): string {
  if (Object.keys(variables).length === 0) return '';
  const lines = `Variables: ${JSON.stringify(variables, null, 2)}`.split('\n');
  return `\n${lines.map((line) => `# ${line}\n`).join('')}`;
}
