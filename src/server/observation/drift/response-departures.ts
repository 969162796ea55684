import { checkValue, type Endpoint, isDescribedFailure, type MixedLists } from '../../../engine/engine.ts';
import { other } from '../metrics/series.ts';

/** Reports a departure: `field` is a path in the response without its values, or its status. */
export type ReportDeparture = (kind: string, field: string) => void;

/** Most values of one response that are checked: those of a page of 25 records. */
const maxValues = 1000;

/**
 * What a name of the contract looks like. Names of unknown fields are the service's own, and those of an object that is a map may be ids of
 * records: they have digits in several places.
 */
const plainName = /^[A-Za-z_]{1,40}(?:\d{1,2}[A-Za-z_]{0,20})?$/;

/** Reports where a response has what the contract does not know, and what it does not allow. */
export function reportDepartures(
  endpoint: Endpoint,
  status: number,
  value: unknown,
  lists: MixedLists,
  report: ReportDeparture,
): void {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess ? status !== endpoint.status : !isDescribedFailure(status)) report('unknown_status', String(status));
  if (!isSuccess || value === undefined || endpoint.result === undefined) return;
  const envelope = envelopeOf(endpoint);
  checkValue(endpoint.result, lists.ofOneKind(endpoint, value), maxValues, {
    report: (kind, location, _message, name) => {
      // Open sets of values grow; the graph passes them on.
      if (kind === 'unlisted-value') return;
      if (name === undefined) report(kind, location);
      else report(envelope.has(location) ? 'unknown_envelope_field' : 'unknown_field', fieldBelow(location, name));
    },
  });
}

function fieldBelow(location: string, name: string): string {
  const shown = plainName.test(name) ? name : other;
  return location === '' ? shown : `${location}.${shown}`;
}

/** The objects that a list in pages is wrapped in, as paths; none for any other response. */
function envelopeOf({ item, contract: { dialect } }: Endpoint): ReadonlySet<string> {
  if (item === undefined) return nowhere;
  const { paging, list } = dialect;
  const paths = [paging.kind === 'token' ? paging.next : undefined, list.count];
  return new Set(['', ...paths.flatMap((path) => path?.split('.').slice(0, -1).join('.') ?? [])]);
}

const nowhere: ReadonlySet<string> = new Set();
