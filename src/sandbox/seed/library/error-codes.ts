import type { ErrorCode } from './error-code.ts';
import { rareErrorCodes } from './rare-error-codes.ts';

const frequent: readonly ErrorCode[] = [
  {
    code: 'window_closed',
    status: 409,
    title: 'Time window closed',
    meaning: 'The time window of a stop ended before the change arrived.',
    causes: [
      'The plan was open in a browser since the day before.',
      'A script works with the time zone of its server instead of the depot.',
      'A queue of changes was sent after an outage.',
    ],
    remedy:
      'Read the stop again and choose a window that ends in the future. If the change is still wanted, ask the depot to reopen the stop; only a planner can do this.',
    example: 'The time window ended at 10:00.',
  },
  {
    code: 'invalid_field',
    status: 400,
    title: 'Invalid field',
    meaning: 'A field of the request has a value that is not allowed.',
    causes: ['A number was sent as text.', 'A date has no time zone.', 'A field of another version was used.'],
    remedy:
      'The message names the field and the allowed values. Correct it and send the request again. If several fields are wrong, all of them are named at once.',
    example: 'service_time: must be a whole number of seconds from 0 to 14400.',
  },
  {
    code: 'too_many_requests',
    status: 429,
    title: 'Too many requests',
    meaning: 'The client has used up its requests of this minute.',
    causes: [
      'A job starts at the first second of the hour.',
      'Several processes share one client.',
      'A loop retries without a pause.',
    ],
    remedy:
      'Wait as many seconds as the header `Retry-After` says, then continue at half the speed. Spread periodic jobs over the minute.',
    example: '600 requests a minute are allowed. Wait for 12 seconds.',
  },
  {
    code: 'token_expired',
    status: 401,
    title: 'Token expired',
    meaning: 'The access token was valid once and is not any more.',
    causes: [
      'The token is cached longer than it lives.',
      'The clock of the client is slow.',
      'A laptop was asleep for an hour.',
    ],
    remedy:
      'Get a new token and repeat the request once. If the new token fails as well, compare the clock of the machine with the header `Date` of the response.',
    example: 'The token expired 340 seconds ago.',
  },
  {
    code: 'not_found',
    status: 404,
    title: 'Record not found',
    meaning: 'No record has this identifier, or the token may not see it.',
    causes: [
      'The record belongs to the other mode, live or test.',
      'The identifier was cut off in a spreadsheet.',
      'The record was deleted.',
    ],
    remedy:
      'Check the mode of the token first, then the length of the identifier. Deleted records are listed in the audit log for thirty days.',
    example: 'There is no shipment shp_19c.',
  },
  {
    code: 'version_mismatch',
    status: 412,
    title: 'Version mismatch',
    meaning: 'Somebody changed the record after you read it.',
    causes: ['Two people edit the same route.', 'A background job updates records while a form is open.'],
    remedy:
      'Read the record again, apply your change to it, and send it with the new version. Show people what has changed instead of overwriting it.',
    example: 'The route is at version 18, the request has version 17.',
  },
  {
    code: 'scope_missing',
    status: 403,
    title: 'Scope missing',
    meaning: 'The token is valid but lacks a permission.',
    causes: ['The client was created with the default scopes.', 'A scope was removed in a review.'],
    remedy:
      'Ask the owner of the client to add the scope that the message names, then get a new token. Existing tokens keep their old scopes.',
    example: 'The scope shipments:write is required.',
  },
  {
    code: 'key_reused',
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'The key belongs to an earlier request with another body.',
    causes: ['Keys are made from the time in seconds.', 'A template contains a fixed key.'],
    remedy: 'Use a random key for each intended change. Reuse a key only when you send exactly the same request again.',
    example: 'The key was used 40 minutes ago with another body.',
  },
  {
    code: 'route_full',
    status: 409,
    title: 'Route full',
    meaning: 'The route has as many stops as its vehicle can serve.',
    causes: ['The capacity of the vehicle was lowered.', 'Stops were imported twice.'],
    remedy:
      'Move stops to another route or choose a larger vehicle. The limit can be raised for one day by a planner with the role review.',
    example: 'The route has 62 of 62 stops.',
  },
  {
    code: 'vehicle_unavailable',
    status: 409,
    title: 'Vehicle unavailable',
    meaning: 'The vehicle is out of service at that time.',
    causes: ['An inspection was entered after the plan was made.', 'The vehicle belongs to another depot on that day.'],
    remedy:
      'Choose another vehicle, or remove the inspection if it was cancelled. The calendar of the vehicle shows both.',
    example: 'HF-204 is out of service until 14:00.',
  },
  {
    code: 'driver_hours_exceeded',
    status: 409,
    title: 'Driver hours exceeded',
    meaning: 'The route is longer than the driver may work.',
    causes: ['A break is missing in the plan.', 'The driver has worked on another route before.'],
    remedy:
      'Add a break, split the route, or assign a second driver. The rule of the country applies, even if the depot is in another one.',
    example: 'The route takes 10 h 40 min, 9 h 15 min are left.',
  },
  {
    code: 'address_unknown',
    status: 422,
    title: 'Address unknown',
    meaning: 'The address could not be placed on the map.',
    causes: [
      'The house number is missing.',
      'The postal code belongs to another town.',
      'The street is newer than the map.',
    ],
    remedy:
      'Correct the address, or send coordinates together with it. Coordinates win, and the address is kept as text for the driver.',
    example: 'No place was found for 9 Quayside, 4006.',
  },
  {
    code: 'duplicate_reference',
    status: 409,
    title: 'Duplicate reference',
    meaning: 'Another shipment of the same account has this reference.',
    causes: ['An order was imported twice.', 'References start again each year.'],
    remedy:
      'Read the shipment with this reference and update it instead of creating a new one. Add the year to references that repeat.',
    example: 'The reference 2024-00817 is in use.',
  },
  {
    code: 'signature_invalid',
    status: 401,
    title: 'Signature invalid',
    meaning: 'The signature does not belong to the body of the request.',
    causes: [
      'The body was formatted again by a proxy.',
      'The secret of the test mode was used.',
      'The clock differs by more than two minutes.',
    ],
    remedy:
      'Sign the exact bytes that you send. Log their length on both sides; if it differs, something in between changes the body.',
    example: 'The signature does not match the body of 412 bytes.',
  },
];

/** All error codes, the most frequent ones first. */
export const errorCodes: readonly ErrorCode[] = [...frequent, ...rareErrorCodes];
