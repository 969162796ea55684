import type { Endpoint } from '../../engine/engine.ts';
import type { FieldComparison } from './compare-fields.ts';
import { breaking, type Change, type Part } from './difference.ts';
import type { DocumentContent, DocumentOperation } from './openapi-operation.ts';

/** What has changed in the request body of an operation. */
export function requestBody({ body }: Endpoint, document: DocumentOperation, fields: FieldComparison): Part[] {
  const place = { part: 'request-body', location: '' };
  const found = document.body;
  if (body === undefined) return found === undefined ? [] : [{ ...place, ...addedBody(document.isBodyRequired) }];
  if (found === undefined || found.mediaTypes.length === 0) {
    return [{ ...place, ...breaking('removed', 'The operation takes no request body.') }];
  }
  if (found.schema === undefined) return [{ ...place, ...otherContent('request', found) }];
  return fields.compareBody(body, found.schema, 'sent').map((change) => ({ part: 'request-field', ...change }));
}

function addedBody(isRequired: boolean): Change {
  const message = isRequired ? 'The operation requires a request body.' : 'The operation takes a request body.';
  return { change: isRequired ? 'required-added' : 'added', isBreaking: isRequired, message };
}

function otherContent(what: string, { mediaTypes }: DocumentContent): Change {
  const message = `The ${what} has the content type ${mediaTypes.slice(0, 3).join(', ')}, not application/json.`;
  return breaking('content-type', message);
}

/** What has changed in the responses of an operation that are no failures. */
export function responses(endpoint: Endpoint, document: DocumentOperation, fields: FieldComparison): Part[] {
  return [...successes(endpoint, document, fields), ...redirects(document)];
}

function successes(endpoint: Endpoint, document: DocumentOperation, fields: FieldComparison): Part[] {
  const expected = String(endpoint.status);
  const all = [...document.responses].filter(([status]) => /^2(\d\d|XX)$/.test(status));
  const usual = all.find(([status]) => status === expected) ?? all.find(([status]) => status === '2XX') ?? all[0];
  const place = { part: 'response', location: '' };
  if (usual === undefined) {
    const response = document.responses.get('DEFAULT');
    if (response !== undefined) return responseBody(endpoint, response, fields);
    return [{ ...place, ...breaking('status', `No status of success is left of ${expected}.`) }];
  }
  const found = usualSuccess(endpoint, ...usual, fields);
  const further = all.filter((one) => one !== usual).flatMap((one) => furtherSuccess(endpoint, ...one, fields));
  return [...found, ...further.filter((part) => !found.some((other) => isSame(part, other)))];
}

function isSame(part: Part, other: Part): boolean {
  return part.change === other.change && part.location === other.location && part.message === other.message;
}

function usualSuccess(endpoint: Endpoint, status: string, content: DocumentContent, fields: FieldComparison): Part[] {
  const isExpected = status === String(endpoint.status) || status === '2XX';
  if (isExpected) return responseBody(endpoint, content, fields);
  const isEmpty = endpoint.result !== undefined && content.mediaTypes.length === 0;
  const message = `The status of success is ${status}${isEmpty ? ' without content' : ''}, not ${endpoint.status}.`;
  const changed = { part: 'response', location: '', change: 'status', isBreaking: isEmpty, message };
  return isEmpty ? [changed] : [changed, ...responseBody(endpoint, content, fields)];
}

/** A status of success beside the usual one. */
function furtherSuccess(endpoint: Endpoint, status: string, content: DocumentContent, fields: FieldComparison): Part[] {
  const isEmpty = endpoint.result !== undefined && content.mediaTypes.length === 0;
  const message = `The status of success can also be ${status}${isEmpty ? ' without content' : ''}.`;
  const added = { part: 'response', location: '', change: 'status-added', isBreaking: isEmpty, message };
  return isEmpty ? [added] : [added, ...responseBody(endpoint, content, fields)];
}

/** 304 is only for requests with conditions, which the gateway does not send. */
function redirects({ responses }: DocumentOperation): Part[] {
  const [status] = [...responses.keys()].filter((one) => /^3(0[12378]|XX)$/.test(one));
  if (status === undefined) return [];
  const message = `The service can redirect (${status}): the gateway follows no redirect.`;
  return [{ part: 'response', location: '', ...breaking('redirect', message) }];
}

function responseBody({ result }: Endpoint, content: DocumentContent, fields: FieldComparison): Part[] {
  const place = { part: 'response-body', location: '' };
  if (result === undefined) return [];
  if (content.mediaTypes.length === 0) {
    return [{ ...place, ...breaking('removed', 'The response has no content.') }];
  }
  if (content.schema === undefined) return [{ ...place, ...otherContent('response', content) }];
  return fields
    .compareBody(result, content.schema, 'received')
    .map((change) => ({ part: 'response-field', ...change }));
}
