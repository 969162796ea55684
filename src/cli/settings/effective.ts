import {
  settings as allSettings,
  type SettingSources,
  type Settings,
  visibleValue,
} from '../../server/settings/settings.ts';
import { sourceOf } from '../process-limits.ts';

/** A setting as operators may see it. */
export interface EffectiveSetting {
  /** Null where it is unset; `(secret)` for a secret. */
  value: unknown;
  source: ReturnType<typeof sourceOf>;
}

/** Each setting by its variable, with its value and where that comes from. */
export function effectiveSettings(settings: Settings, sources: SettingSources): Record<string, EffectiveSetting> {
  const keys = Object.keys(allSettings) as (keyof Settings)[];
  return Object.fromEntries(
    keys.map((key) => [
      allSettings[key].name,
      { value: visibleValue(key, settings[key]), source: sourceOf(key, sources) },
    ]),
  );
}
