import {
  settings as allSettings,
  givenValue,
  type SettingSources,
  type Settings,
} from '../../server/settings/settings.ts';
import { paintFor } from '../colors.ts';
import { printable } from '../table.ts';
import { readConfigFile } from './config-file.ts';
import { environmentWarnings } from './environment-warnings.ts';
import { withProxyVariables } from './proxy-variables.ts';
import { withSecretFiles } from './secret-files.ts';

/** Flags of a command by their names in camel case. */
export type Flags = Readonly<Record<string, string>>;

/**
 * Where a command reads the settings from: its flags, the environment with the secrets that it names files for, and the configuration file,
 * which `config` names. Prints warnings about the environment. Rejects with a SettingsError.
 */
export async function settingSources({ config, ...flags }: Flags = {}): Promise<SettingSources> {
  const paint = paintFor(process.stderr);
  for (const line of environmentWarnings(process.env)) console.error(paint('yellow', printable(line)));
  const [environment, file] = await Promise.all([
    withSecretFiles(withProxyVariables(process.env)),
    readConfigFile(config || undefined),
  ]);
  return { flags, environment, file };
}

/** The sources of a worker: what the files said when the primary process was started is in its environment. */
export function settingSourcesOfWorker({ config: _, ...flags }: Flags): SettingSources {
  return { flags, environment: process.env };
}

/** What workers are started with, so that a file that changes does not make them differ: values by their variables. */
export function environmentOfWorkers(sources: SettingSources): Record<string, string> {
  const keys = Object.keys(allSettings) as (keyof Settings)[];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const given = givenValue(key, sources);
      return given === undefined || given.source === 'flag' ? [] : [[allSettings[key].name, given.text]];
    }),
  );
}
