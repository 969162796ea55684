import { type Command, Option } from 'commander';
import { settingGroups } from '../../server/settings/groups.ts';
import type { Setting } from '../../server/settings/setting.ts';
import { commonSettings, flagOf } from '../../server/settings/settings.ts';

/**
 * Adds the configuration file and each setting as options. The help shows those that most users need; `--help-all` shows all, by
 * subject.
 */
export function withSettings(command: Command): Command {
  const further: Option[] = [];
  for (const { title, settings } of Object.values(settingGroups)) {
    for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
      const option = optionOf(setting).helpGroup(`${title}:`);
      if (!Object.hasOwn(commonSettings, key)) further.push(option.hideHelp());
      command.addOption(option);
    }
  }
  return command
    .option(
      '--config <file>',
      'Configuration file. If left out, docgraph.config.json, .mjs, .js, .cjs, .mts, .cts or .ts of the folder.',
    )
    .option('--help-all', 'Display help for all settings.')
    .on('option:help-all', () => {
      for (const option of further) option.hideHelp(false);
      command.help();
    });
}

function optionOf(setting: Setting<unknown>): Option {
  const option = new Option(`${flagOf(setting)} <value>`, setting.description + defaultText(setting));
  // `--no-proxy` is the flag of NO_PROXY, and not the negation of `--proxy`.
  option.negate = false;
  return option;
}

function defaultText({
  defaultValue,
  productionDefault,
}: Pick<Setting<unknown>, 'defaultValue' | 'productionDefault'>) {
  if (!defaultValue) return '';
  const production = productionDefault === undefined ? '' : `, in production: ${productionDefault}`;
  return ` (default: ${defaultValue}${production})`;
}
