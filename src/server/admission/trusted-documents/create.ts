import type { Settings } from '../../settings/settings.ts';
import { Admission, type TrustedDocumentsMode } from './admission.ts';
import { type DocumentsSource, TrustedDocuments, type TrustedDocumentsOptions } from './trusted-documents.ts';
import { UnknownDocumentLog } from './unknown-document-log.ts';

/** Which documents an embedded gateway trusts. */
export interface TrustedDocumentsOption {
  /** `report` logs other documents, `enforce` rejects them. */
  mode: TrustedDocumentsMode;
  /** The path of a manifest or of a folder of manifests, or texts by their ids. */
  documents: DocumentsSource;
}

/** What the settings say of trusted documents; undefined where they are off. */
export function trustedDocumentsOf({
  trustedDocuments: mode,
  trustedDocumentsPath: documents = '',
}: Settings): TrustedDocumentsOption | undefined {
  return mode === 'off' ? undefined : { mode, documents };
}

/** Trusted documents, and what looks them up for requests. */
export interface TrustedDocumentsPart {
  documents: TrustedDocuments;
  admission: Admission;
  mode: TrustedDocumentsMode;
}

/** Undefined where they are off. Rejects with a TrustedDocumentsError where a document is invalid. */
export async function createTrustedDocuments(
  option: TrustedDocumentsOption | undefined,
  options: TrustedDocumentsOptions & {
    logger: ConstructorParameters<typeof UnknownDocumentLog>[0];
    trustedProxies: number;
  },
): Promise<TrustedDocumentsPart | undefined> {
  if (option === undefined) return undefined;
  const { mode } = option;
  const documents = await TrustedDocuments.load(option.documents, options);
  const { logger, trustedProxies } = options;
  const log = new UnknownDocumentLog(logger);
  return { documents, mode, admission: new Admission({ documents, mode, log, trustedProxies }) };
}
