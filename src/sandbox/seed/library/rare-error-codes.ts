import type { ErrorCode } from './error-code.ts';

/** The error codes that are seen less than once a day. */
export const rareErrorCodes: readonly ErrorCode[] = [
  {
    code: 'file_too_large',
    status: 413,
    title: 'File too large',
    meaning: 'The file has more bytes than an import may have.',
    causes: ['Pictures are embedded in a spreadsheet.', 'A year was exported instead of a day.'],
    remedy: 'Split the file by day, or remove columns that are not used. The limit is 10 MB before compression.',
    example: 'The file has 18.2 MB, 10 MB are allowed.',
  },
  {
    code: 'encoding_unknown',
    status: 400,
    title: 'Encoding unknown',
    meaning: 'The file is neither UTF-8 nor one of the encodings that we detect.',
    causes: ['An old spreadsheet program saved it.', 'The file is compressed and has the wrong name.'],
    remedy:
      'Save it as CSV in UTF-8. If this is not possible, send the name of the encoding in the header `Content-Type`.',
    example: 'Byte 0x9d at position 2041 is invalid.',
  },
  {
    code: 'column_missing',
    status: 400,
    title: 'Column missing',
    meaning: 'A column that each import needs is not in the header row.',
    causes: ['The header row is the second line.', 'The header is translated.'],
    remedy:
      'Add the column with the name that the message gives. The order of columns does not matter, and additional ones become labels.',
    example: 'The column window_end is missing.',
  },
  {
    code: 'tariff_expired',
    status: 409,
    title: 'Tariff expired',
    meaning: 'The tariff of the contract ended before the date of the shipment.',
    causes: ['A new year has begun and the new tariff is not approved.', 'The shipment has a date in the future.'],
    remedy: 'Ask the account manager to approve the new tariff. Until then the shipment can be saved as a draft.',
    example: 'The tariff STD-24 ended on 31 December.',
  },
  {
    code: 'customs_data_missing',
    status: 422,
    title: 'Customs data missing',
    meaning: 'The shipment crosses a customs border and lacks required data.',
    causes: ['The value of the goods is empty.', 'The code of the goods has six digits instead of eight.'],
    remedy:
      'Add value, currency, weight and code of the goods for each item. The check runs at once, so the next response says whether it is complete.',
    example: 'Item 2 has no commodity code.',
  },
  {
    code: 'temperature_out_of_range',
    status: 409,
    title: 'Temperature out of range',
    meaning: 'The vehicle cannot keep the temperature that the shipment needs.',
    causes: ['A frozen shipment was assigned to a chilled vehicle.', 'The cooling unit reported a fault.'],
    remedy: 'Assign a vehicle of the right class. If the unit was repaired, confirm the repair in the depot first.',
    example: '-18 °C is required, HF-310 keeps 2 to 8 °C.',
  },
  {
    code: 'locker_full',
    status: 409,
    title: 'Locker full',
    meaning: 'The parcel locker has no free compartment of the size.',
    causes: ['Parcels were not collected over the weekend.', 'The size was rounded up.'],
    remedy:
      'Choose another locker nearby, which the response lists, or deliver to the door. Reservations are held for two hours.',
    example: 'No compartment of size M is free at Central Station.',
  },
  {
    code: 'webhook_unreachable',
    status: 422,
    title: 'Webhook unreachable',
    meaning: 'The address of a subscription did not answer in time.',
    causes: [
      'The address is in a private network.',
      'A certificate has expired.',
      'A firewall allows only the old addresses.',
    ],
    remedy:
      'Open the address from outside of your network, check the certificate, and allow the three addresses of the senders. Then send the test event.',
    example: 'hooks.example timed out after 5 seconds.',
  },
  {
    code: 'export_not_ready',
    status: 409,
    title: 'Export not ready',
    meaning: 'The file of an export is requested before it exists.',
    causes: ['The client asks at once instead of waiting for the event.', 'The export is larger than usual.'],
    remedy:
      'Wait for the event `export.done`, or ask again after the number of seconds in `Retry-After`. Large exports take up to ten minutes.',
    example: 'The export is at 64 percent.',
  },
  {
    code: 'mode_mismatch',
    status: 400,
    title: 'Mode mismatch',
    meaning: 'A token of one mode is used with a record of the other.',
    causes: ['Test data were copied to a live configuration.', 'Two environments share one variable.'],
    remedy:
      'Use tokens whose names begin with `test_` for test records only. Records cannot be moved between modes; create them again.',
    example: 'The shipment belongs to the test mode.',
  },
  {
    code: 'account_suspended',
    status: 403,
    title: 'Account suspended',
    meaning: 'The account may read but not write until a question is settled.',
    causes: ['An invoice is overdue by more than sixty days.', 'The owner has left and nobody replaced them.'],
    remedy:
      'Ask the owner of the account to answer the message that they received. Reading, exporting and confirming stops go on working.',
    example: 'The account is suspended since 2 June.',
  },
  {
    code: 'region_unavailable',
    status: 503,
    title: 'Region unavailable',
    meaning: 'The region that stores the data is in maintenance or has failed.',
    causes: ['A planned maintenance window is open.', 'A failover takes place.'],
    remedy:
      'Retry with a growing pause. A failover takes less than two minutes; planned windows are on the status page a week before.',
    example: 'eu-north is back in about 60 seconds.',
  },
  {
    code: 'dependency_failed',
    status: 502,
    title: 'Dependency failed',
    meaning: 'A service that we need, such as the map, did not answer.',
    causes: ['The provider of the map has an outage.', 'A route crosses a border between two providers.'],
    remedy:
      'Retry once after ten seconds. Plans can be saved without new travel times; they are computed later by themselves.',
    example: 'The map provider answered with 500.',
  },
  {
    code: 'internal_error',
    status: 500,
    title: 'Internal error',
    meaning: 'Something failed on our side, and we know about it.',
    causes: ['A bug that tests did not find.', 'Data that nobody thought possible.'],
    remedy:
      'Retry once. If it fails again, stop, and send us the request id: the same request will fail until we have repaired it.',
    example: 'The request could not be completed.',
  },
];
