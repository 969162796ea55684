import type { Setting } from '../../server/settings/setting.ts';
import { SettingsError, secrets, settings } from '../../server/settings/settings.ts';
import { readText } from './read-text.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const maxBytes = 65_536;

const secretSettings = Object.entries<Setting<unknown>>(settings)
  .filter(([key]) => secrets.has(key))
  .map(([, setting]) => setting);

export const fileVariables = secretSettings.map(({ name }) => `${name}_FILE`);

/**
 * The environment with the secrets that it names files for: `UPSTREAM_TOKEN_FILE` stands for `UPSTREAM_TOKEN`. A line feed at the end of a
 * file is not part of its secret. Rejects with a SettingsError.
 */
export async function withSecretFiles(environment: Environment): Promise<Environment> {
  const mistakes: string[] = [];
  const secretsInFiles: Record<string, string> = {};
  for (const { name, schema } of secretSettings) {
    const path = environment[`${name}_FILE`] ?? '';
    if (path === '') continue;
    if ((environment[name] ?? '') !== '') mistakes.push(`Set ${name} or ${name}_FILE, not both.`);
    try {
      const secret = (await readText(path, maxBytes)).replace(/\r?\n$/, '');
      const problem = secret === '' ? 'is empty' : schema.safeParse(secret).error?.issues[0]?.message;
      if (problem !== undefined) mistakes.push(`${name}_FILE: ${path} ${problem}.`);
      secretsInFiles[name] = secret;
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      mistakes.push(`${name}_FILE: ${error.message}`);
    }
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return { ...environment, ...secretsInFiles };
}
