import { isJsonObject } from '../../engine/engine.ts';
import { paintFor } from '../colors.ts';
import { withinProcess } from '../process-limits.ts';
import { type Cell, formatTable } from '../table.ts';
import { effectiveSettings } from './effective.ts';
import { settingsToServe } from './settings-to-serve.ts';
import { type Flags, settingSources } from './sources.ts';

export interface PrintSettingsFlags {
  json?: boolean;
  /** Settings, and `config`. */
  [flag: string]: string | boolean | undefined;
}

/** Prints the settings with which `serve` would run, and where each value comes from. Rejects with a SettingsError. */
export async function printSettings({ json, ...flags }: PrintSettingsFlags): Promise<void> {
  const sources = await settingSources(flags as Flags);
  const effective = effectiveSettings(withinProcess(await settingsToServe(sources), sources), sources);
  const configFile = sources.file?.path ?? null;
  if (json) {
    console.log(JSON.stringify({ configFile, settings: effective }, undefined, 2));
    return;
  }
  console.log(configFile === null ? 'No configuration file.\n' : `Configuration file: ${configFile}\n`);
  for (const line of tableOf(effective)) console.log(line);
}

function textOf(value: unknown): string {
  if (!isJsonObject(value)) return value === null ? '' : String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}=${part}`)
    .join(',');
}

function tableOf(effective: ReturnType<typeof effectiveSettings>): string[] {
  const rows = Object.entries(effective).map(([name, { value, source }]): Cell[] => {
    const isDefault = source === 'default';
    return [name, textOf(value), isDefault ? source : { text: source, style: 'yellow' }];
  });
  return formatTable(
    [{ title: 'SETTING' }, { title: 'VALUE', maxWidth: 60 }, { title: 'SOURCE' }],
    rows,
    paintFor(process.stdout),
  );
}
