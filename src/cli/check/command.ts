import { createEngine, isJsonObject } from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';
import { createSchema } from '../../resources/schema.ts';
import { settingGroups } from '../../server/settings/groups.ts';
import { type SettingSources, type Settings, SettingsError, settingsFrom } from '../../server/settings/settings.ts';
import { type Paint, paintFor, plain } from '../colors.ts';
import { CommandFailure, type ExitCode, exitCodes, usageError } from '../exit.ts';
import { parsedJson, readInput } from '../operations/input.ts';
import { settingSources } from '../settings/sources.ts';
import { checkOperation } from './check-operation.ts';
import { type GivenVariables, givenVariables, type VariablesFile } from './given-variables.ts';
import { readOperations } from './read-operations.ts';
import { formatReport, isPassed, jsonOf } from './report.ts';

export interface CheckFlags {
  /** Most planned calls of an operation. Left out: `MAX_PLANNED_CALLS`. */
  maxCalls?: number;
  pageSize: number;
  /** Path of a JSON file with variables by the names of operations. */
  variables?: string;
  json?: boolean;
}

/** Checks the operations of a manifest or a folder, prints a report, and sets the exit code. */
export async function check(path: string, flags: CheckFlags): Promise<void> {
  const { text, exitCode } = await checkResult(path, flags, settingSources(), paintFor(process.stdout));
  const output = exitCode === exitCodes.usage ? process.stderr : process.stdout;
  output.write(text);
  process.exitCode = exitCode;
}

/** The report as text and the exit code. Where nothing can be checked, the text is one line that says why. */
export async function checkResult(
  path: string,
  flags: CheckFlags,
  sources: SettingSources | Promise<SettingSources>,
  paint: Paint = plain,
): Promise<{ text: string; exitCode: ExitCode }> {
  try {
    const limits = limitsOf(await sources);
    const file = flags.variables === undefined ? undefined : await variablesIn(flags.variables);
    const maxCalls = flags.maxCalls ?? (limits.maxPlannedCalls || undefined);
    const read = await readOperations(path);
    const engine = createEngine({ contract: restContract, schema: createSchema(), limits });
    const variables: GivenVariables = file === undefined ? new Map() : givenVariables(file, read, engine.schema);
    const options = { engine, maxCalls, pageSize: flags.pageSize, variables };
    const operations = read.operations.map((operation) => checkOperation(operation, options));
    const report = { operations, problems: read.problems };
    const text = flags.json ? jsonOf(report) : formatReport(report, paint);
    return { text, exitCode: isPassed(report) ? exitCodes.success : exitCodes.found };
  } catch (error) {
    if (!(error instanceof CommandFailure) && !(error instanceof SettingsError)) throw error;
    return { text: `${error.message}\n`, exitCode: exitCodes.usage };
  }
}

/** The limits of all settings, as the gateway reads them: others may be invalid here. */
function limitsOf({ environment, file }: SettingSources): Settings {
  const limits = Object.entries(settingGroups.limits.settings);
  return settingsFrom({
    environment: Object.fromEntries(limits.map(([, { name }]) => [name, environment[name]])),
    file: file && { ...file, values: Object.fromEntries(limits.map(([key]) => [key, file.values[key]])) },
  });
}

async function variablesIn(path: string): Promise<VariablesFile> {
  const values = parsedJson(await readInput(path), path);
  if (!isJsonObject(values)) throw usageError(`${path} must be an object with variables by the names of operations.`);
  return { path, values };
}
