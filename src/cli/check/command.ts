import { createEngine, isJsonObject } from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';
import { createSchema } from '../../resources/schema.ts';
import { settingGroups } from '../../server/settings/groups.ts';
import { type SettingSources, type Settings, settingsFrom } from '../../server/settings/settings.ts';
import { paintFor } from '../colors.ts';
import { foundProblems, usageError } from '../exit.ts';
import { parsedJson, readInput } from '../operations/input.ts';
import { settingSources } from '../settings/sources.ts';
import type { Streams } from '../streams.ts';
import { checkOperation } from './check-operation.ts';
import { type GivenVariables, givenVariables, type VariablesFile } from './given-variables.ts';
import { readOperations } from './read-operations.ts';
import { type CheckReport, formatReport, isPassed, jsonOf } from './report.ts';

export interface CheckFlags {
  /** Most planned calls of an operation. Left out: `MAX_PLANNED_CALLS`. */
  maxCalls?: number;
  pageSize: number;
  /** Path of a JSON file with variables by the names of operations. */
  variables?: string;
  json?: boolean;
}

/**
 * Checks the operations of a manifest or a folder, and prints a report. Rejects where it finds errors, and with an error of one line where
 * nothing can be checked.
 */
export async function check(
  path: string,
  flags: CheckFlags,
  sources: SettingSources | Promise<SettingSources> = settingSources(),
  { stdout }: Streams = process,
): Promise<void> {
  const report = await reportOf(path, flags, limitsOf(await sources));
  stdout.write(flags.json ? jsonOf(report) : formatReport(report, paintFor(stdout)));
  if (!isPassed(report)) throw foundProblems([]);
}

async function reportOf(path: string, flags: CheckFlags, limits: Settings): Promise<CheckReport> {
  const file = flags.variables === undefined ? undefined : await variablesIn(flags.variables);
  const maxCalls = flags.maxCalls ?? (limits.maxPlannedCalls || undefined);
  const read = await readOperations(path);
  const engine = createEngine({ contract: restContract, schema: createSchema(), limits });
  const variables: GivenVariables = file === undefined ? new Map() : givenVariables(file, read, engine.schema);
  const options = { engine, maxCalls, pageSize: flags.pageSize, variables };
  return {
    operations: read.operations.map((operation) => checkOperation(operation, options)),
    problems: read.problems,
  };
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
