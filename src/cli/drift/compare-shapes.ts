import { includesTypes, isNullable, type Shape, typesOf } from '../../engine/engine.ts';
import { conditionChanges } from './compare-conditions.ts';
import { limitChanges } from './compare-limits.ts';
import { breaking, type Change, harmless } from './difference.ts';

type AnyShape = Shape<unknown>;

/**
 * What has changed in a value that the gateway sends: `contract` is what it sends, `document` what the service accepts. `what`
 * names it in messages.
 */
export function changesOfSent(what: string, contract: AnyShape, document: AnyShape): Change[] {
  if (!includesTypes(typesOf(document), typesOf(contract))) return [typeChange(what, contract, document)];
  return [
    ...nullOfSent(what, contract, document),
    ...valuesOfSent(what, contract, document),
    ...formatChange(what, contract, document),
    ...addedFormat(what, contract, document, restrictiveFormats),
    ...patternChange(what, contract, document),
    ...limitChanges(what, contract, document),
    ...conditionChanges(what, contract, document),
    ...defaultChange(what, contract, document),
  ];
}

/** What has changed in a value that the service returns; the contract says what the gateway expects. */
export function changesOfReceived(what: string, contract: AnyShape, document: AnyShape, isRequired: boolean): Change[] {
  if (!includesTypes(typesOf(contract), typesOf(document))) return [typeChange(what, contract, document)];
  return [
    ...(isNullable(document) && !isNullable(contract) && document.types !== undefined
      ? [{ change: 'nullable', isBreaking: isRequired, message: `${what} can be null.` }]
      : []),
    ...valuesOfReceived(what, contract, document),
    ...formatChange(what, contract, document),
    ...addedFormat(what, contract, document, encodingFormats),
  ];
}

function typeChange(what: string, contract: AnyShape, document: AnyShape): Change {
  const message = `${what} has the type ${typeText(document)}, not ${typeText(contract)}.`;
  return breaking('type', message);
}

const typeText = (shape: AnyShape) => typesOf(shape)?.join(' or ') || 'of any value';

function nullOfSent(what: string, contract: AnyShape, document: AnyShape): Change[] {
  if (contract.types === undefined || isNullable(contract) === isNullable(document)) return [];
  if (document.types === undefined) return [];
  return isNullable(contract)
    ? [breaking('not-nullable', `${what} cannot be null.`)]
    : [harmless('nullable', `${what} can be null.`)];
}

function valuesOfSent(what: string, contract: AnyShape, document: AnyShape): Change[] {
  const accepted = document.values;
  if (accepted === undefined) return [];
  if (contract.values === undefined && contract.known === undefined) {
    const isBoolean = typesOf(contract)?.join() === 'boolean' && accepted.length === 2;
    const message = `${what} takes only the values ${textOf(accepted)}.`;
    return isBoolean ? [] : [breaking('values-closed', message)];
  }
  const removed = (contract.values ?? contract.known ?? []).filter((value) => !accepted.includes(value));
  const added = contract.values === undefined ? [] : accepted.filter((value) => !contract.values?.includes(value));
  return [
    ...(removed.length > 0 ? [breaking('values-removed', `${what} no longer takes ${textOf(removed)}.`)] : []),
    ...(added.length > 0 ? [harmless('values-added', `${what} also takes ${textOf(added)}.`)] : []),
  ];
}

function valuesOfReceived(what: string, contract: AnyShape, document: AnyShape): Change[] {
  const { values: expected, known = [] } = contract;
  const returned = document.values;
  if (expected === undefined) {
    const gone = returned === undefined ? [] : known.filter((value) => !returned.includes(value));
    const message = `${what} no longer has the values ${textOf(gone)}.`;
    // Where none of the values remains, what they mean has changed.
    return gone.length === 0 ? [] : [{ change: 'values-removed', isBreaking: gone.length === known.length, message }];
  }
  if (returned === undefined) {
    const isText = includesTypes(['string'], typesOf(document));
    const message = `${what} can have other values than ${textOf(expected)}.`;
    return isText ? [breaking('values-open', message)] : [];
  }
  const added = returned.filter((value) => !expected.includes(value));
  const removed = expected.filter((value) => !returned.includes(value));
  return [
    ...(added.length > 0 ? [breaking('values-added', `${what} has the new values ${textOf(added)}.`)] : []),
    ...(removed.length > 0 ? [harmless('values-removed', `${what} no longer has ${textOf(removed)}.`)] : []),
  ];
}

/** Names for the same format. */
const formatNames: Readonly<Record<string, string>> = { url: 'uri', 'uri-reference': 'uri', iri: 'uri' };
const formatName = (format: string) => formatNames[format] ?? format;

/** A document that states no format says less than the contract, and nothing else. */
function formatChange(what: string, contract: AnyShape, document: AnyShape): Change[] {
  if (contract.format === undefined || document.format === undefined) return [];
  const [expected, found] = [formatName(contract.format), formatName(document.format)];
  const message = `${what} has the format ${found}, not ${expected}.`;
  return expected === found ? [] : [breaking('format', message)];
}

/** Formats of texts that are encoded: what the gateway would pass on is not the text itself. */
const encodingFormats: ReadonlySet<string> = new Set(['byte', 'binary', 'base64url']);

/** Formats that only some texts have. Others are hints, or known to their author alone. */
const restrictiveFormats: ReadonlySet<string> = new Set([
  ...['date-time', 'date', 'time', 'duration', 'email', 'idn-email', 'hostname', 'idn-hostname', 'ipv4', 'ipv6'],
  ...['uri', 'uri-template', 'iri', 'uuid', 'json-pointer', 'relative-json-pointer', 'regex', 'ulid'],
  ...encodingFormats,
]);

function addedFormat(what: string, contract: AnyShape, document: AnyShape, formats: ReadonlySet<string>): Change[] {
  if (contract.format !== undefined || document.format === undefined) return [];
  const found = formatName(document.format);
  const message = `${what} has the format ${found}, not any.`;
  return formats.has(found) ? [breaking('format', message)] : [];
}

const patternText = (pattern: string) => pattern.replaceAll('\\/', '/').replaceAll('[.]', '\\.');

function patternChange(what: string, contract: AnyShape, document: AnyShape): Change[] {
  if (document.pattern === undefined) return [];
  const isSame = contract.pattern !== undefined && patternText(contract.pattern) === patternText(document.pattern);
  return isSame ? [] : [breaking('pattern', `${what} has to match ${document.pattern}.`)];
}

function defaultChange(what: string, contract: AnyShape, document: AnyShape): Change[] {
  const isStated = contract.default !== undefined && document.default !== undefined;
  if (!isStated || contract.default === document.default) return [];
  const message = `${what} has the default ${textOf([document.default])}, not ${textOf([contract.default])}.`;
  return [breaking('default', message)];
}

/** Most values in one message, and most characters of one. */
const maxValues = 10;
const maxCharacters = 60;

function textOf(values: readonly unknown[]): string {
  const texts = values.slice(0, maxValues).map((value) => JSON.stringify(value).slice(0, maxCharacters));
  return values.length > maxValues ? `${texts.join(', ')} and ${values.length - maxValues} more` : texts.join(', ');
}
