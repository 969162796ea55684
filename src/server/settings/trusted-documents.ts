import { z } from 'zod';
import { choice, duration, setting } from './setting.ts';

/** Which documents clients may send. */
export const trustedDocumentSettings = {
  trustedDocuments: setting(
    'off',
    'How documents that are in no manifest are handled: `off` reads no manifest, `report` logs them, `enforce` rejects them.',
    choice(['off', 'report', 'enforce']),
  ),
  trustedDocumentsPath: setting(
    undefined,
    'Manifest of trusted documents of Relay, Apollo or the client preset, or folder of manifests. It is read again on SIGHUP.',
    z.string().min(1),
  ),
  trustedDocumentsWatch: setting(
    '5000',
    'Interval at which manifests are checked for changes, in milliseconds. They are read again when they have not changed for one interval; 0 turns it off.',
    duration(0, 3_600_000),
  ),
};

/** What is wrong with settings that are valid by themselves. `isModeGiven`: the mode is no default. */
export function trustedDocumentMistakes(values: Readonly<Record<string, unknown>>, isModeGiven: boolean): string[] {
  const { trustedDocuments, trustedDocumentsPath } = values;
  if (trustedDocumentsPath !== undefined && !isModeGiven) {
    return ['TRUSTED_DOCUMENTS_PATH needs TRUSTED_DOCUMENTS: report or enforce, or off to leave it without effect.'];
  }
  const isOn = trustedDocuments === 'report' || trustedDocuments === 'enforce';
  return isOn && trustedDocumentsPath === undefined
    ? [`TRUSTED_DOCUMENTS=${trustedDocuments} needs a manifest or a folder in TRUSTED_DOCUMENTS_PATH.`]
    : [];
}
