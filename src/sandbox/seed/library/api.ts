import type { SpaceTemplate } from './template.ts';

export const api: SpaceTemplate = {
  emoji: '🔌',
  files: [
    {
      name: 'webhook-sequence.svg',
      contentType: 'image/svg+xml',
      size: 14_208,
      dimensions: { width: 960, height: 540 },
    },
    { name: 'postman-collection.json', contentType: 'application/json', size: 73_904 },
  ],
  pages: [
    {
      title: '%product% overview',
      emoji: '📘',
      description: 'Base address, formats and versions of the API.',
      markdown: `The API speaks JSON over HTTPS. Every address begins with \`https://api.%domain%/{{ version }}\`.

## Formats

Times are ISO 8601 in UTC. Money is a whole number of cents with a currency. Unknown fields in a request are refused, so that a typing error never goes unnoticed.

## Versions

A version is supported for eighteen months after its successor. Read [errors](/page:errors) and [authentication](/page:authentication) first; everything else follows from them.

## Regions

Data are stored where the account was opened: in the European Union, in North America, or in Japan. All regions share one address and are chosen by the token, so a program never needs to know where its data are. Requests that cross a region take about 120 ms longer.

## Compatibility

These changes can appear at any time and do not make a new version: new endpoints, new optional fields in requests, new fields in responses, new values of fields that the reference calls open. Write your client so that it ignores what it does not know. Everything else waits for the next version.

## Trying it out

Each account has a test mode with its own tokens, whose names begin with \`test_\`. Nothing in test mode costs anything, sends messages, or appears in reports, and all of its data are removed after thirty days.`,
    },
    {
      title: 'Basics',
      icon: 'book-open',
      markdown: `What holds for every endpoint.

## Requests

Send \`Content-Type: application/json\` with every body and nothing without one. Names of fields are in \`snake_case\`, identifiers are opaque strings of at most forty characters, and an identifier never changes or returns. Do not parse identifiers; their form has changed twice already.

## Responses

A successful response has the status 200, 201 or 204. Lists are objects with \`items\`, never bare arrays, so that a field can be added beside them. A field without a value is absent; null is used only where it means *unknown*.

## Idempotency

Send an \`Idempotency-Key\` with every POST. A second request with the same key within 24 hours returns the first response again, with the header \`Idempotent-Replay: true\`. A key that is reused with another body is refused with 422.

## Time

The server's time is in the header \`Date\` of each response. If it differs from your clock by more than two minutes, correct your clock: [signatures](/page:authentication) and webhooks depend on it.`,
      pages: [
        {
          title: 'Authentication',
          emoji: '🔑',
          markdown: `Send an access token with each request:

\`\`\`http
GET /{{ version }}/shipments HTTP/1.1
Authorization: Bearer <access token>
\`\`\`

## Scopes

A token has the scopes of the client that asked for it. \`shipments:read\` is enough for dashboards; anything that changes a plan needs \`shipments:write\`.

## Rotation

Tokens live for one hour. Ask for a new one when fifty minutes have passed, rather than after the first 401.

## Choosing a kind of token

| token | for | lives |
|---|---|---|
| access token | programs that act for a person | one hour |
| client token | services without a person | one hour |
| publishable key | the tracking widget in a browser | until it is revoked |

A publishable key can read the position of one shipment whose number is known, and nothing else. It may appear in the source of a page.

## When it fails

A request without a token, or with one that has expired, gets 401 and the header \`WWW-Authenticate\`. A request whose token lacks a scope gets 403, and the message names the scope. Do not treat the two alike: a new token helps in the first case only.`,
          pages: [
            {
              title: 'Client credentials',
              markdown: `Services that run without a person use client credentials.

## Store the secret safely

The secret is shown once. Keep it in your secret manager, never in the repository; our scanners revoke secrets that they find in public code within minutes.

## Scopes for machines

Grant one scope at a time, and look at the audit log in [the app](https://app.inkwell.example/audit) after a week.

## Get a token

Send the client's id and secret to \`/oauth/token\` with the grant type \`client_credentials\`. The response has the token and the number of seconds until it expires. Keep the token in memory and share it between the requests of one process; a process that asks for a token before each request is limited after sixty of them.

## Rotate the secret

A client can have two secrets at once. Create the second one, deploy it, wait until the last use of the first one in the audit log is a day old, and delete it. Nothing is interrupted if you follow this order. Secrets expire after a year; the owner gets a message thirty days before.

## Restrict addresses

Name the networks from which a client may connect. Requests from elsewhere get 403 with the code \`address_not_allowed\`, and an admin is told about the first one each day.`,
            },
          ],
        },
        {
          title: 'Errors',
          emoji: '🧯',
          markdown: `An error has a code for programs and a message for people.

\`\`\`json
{ "error": { "code": "window_closed", "message": "The time window ended at 10:00." } }
\`\`\`

## Retry or not

Retry 429, 502, 503 and 504 with a growing pause. Never retry another 4xx: the answer will be the same. See [rate limits](/page:rate-limits) for the headers that say how long to wait.

## Codes that you will meet

| status | code | what to do |
|---|---|---|
| 400 | \`invalid_field\` | correct the field that the message names |
| 404 | \`not_found\` | check the identifier, and the mode of the token |
| 409 | \`state_conflict\` | read the record again and decide anew |
| 412 | \`version_mismatch\` | somebody else was faster; read again |
| 422 | \`key_reused\` | use another idempotency key |
| 429 | \`too_many_requests\` | wait as long as the header says |

## Reporting an error

Each response has the header \`X-Request-Id\`. Write it into your log next to the code. With this id we find the request within a minute; with a time and an address we need an hour. Never send us a token, not even an expired one.`,
        },
        {
          title: 'Rate limits',
          markdown: `Each client may send 600 requests a minute, and 60 of them may be writes.

## Headers

| header | meaning |
|---|---|
| \`ratelimit-remaining\` | requests left in this minute |
| \`retry-after\` | seconds to wait after a 429 |

## Bursts

A burst of at most 100 requests is allowed at any time. Larger imports belong in the [bulk endpoint](/gone:bulk-endpoint).

## How they are counted

Limits belong to a client, not to a token or an address. The minute is a sliding one: each request frees its place exactly sixty seconds later. A request that is refused with 429 is not counted again, so waiting never makes the pause longer.

## Staying below

Read \`ratelimit-remaining\` after each response and slow down when it falls below fifty. Spread periodic jobs over the minute instead of starting them at its first second. If you poll for changes, subscribe to [webhooks](/page:webhooks) instead; one subscription replaces about a thousand requests an hour.

## Higher limits

Limits can be raised for a time, for a migration for example. Tell us the client, the expected number of requests a minute, and the hours. We answer within two working days.`,
        },
        {
          title: 'Pagination',
          markdown: `Lists come in pages. Take \`next\` from the answer and send it back as \`cursor\`; stop when there is none. Never count pages: items may appear while you read.

## Parameters

| parameter | default | meaning |
|---|---|---|
| \`limit\` | 50 | most items in a page, up to 500 |
| \`cursor\` | none | where to continue |
| \`order\` | \`desc\` | by time of creation |

A page may have fewer items than its limit and still have a next one, because filters are applied after reading. The only sign of the last page is the absence of \`next\`.

## Cursors

A cursor is valid for an hour and for the list and filters that it came from. With other filters it is refused. Cursors may be shared between processes: a large export can be read by several workers, if each of them has filters of its own.

## Reading everything

For more than ten thousand items, use an export. It runs in the background, writes one file, and sends an event when it is done. It also gives a consistent picture, which pages that are read over several minutes cannot.`,
        },
      ],
    },
    {
      title: 'Reference',
      icon: 'code',
      description: 'Generated from the published specification.',
      markdown: `The endpoints of %product%, as the current specification describes them.

## How to read it

Each endpoint has a method, a path and one sentence. Parameters in braces are identifiers. An endpoint that changes something names the scope that it needs; an endpoint that only reads needs the \`read\` scope of its resource, and nothing else is said about it.

## Stability

Endpoints marked *preview* can change with four weeks' notice. Endpoints marked *deprecated* work until the date in the table of deprecations, and return the header \`Sunset\` with this date. Everything without a mark follows the rules in the overview.

## Generating a client

The specification is valid OpenAPI and can be downloaded from the same place as this page. We test it with three generators before each release. If a generator fails, tell us its name and version; most of the time a single line in the specification helps. Clients that are written by hand should still be tested against it, because it contains the limits of every field.`,
      computed: true,
    },
    {
      title: 'Webhooks',
      emoji: '🪝',
      markdown: `A webhook tells your service what happened, within about two seconds.

![Who calls whom](/file:webhook-sequence.svg)

## Verify the signature

Compute an HMAC of the raw body with your secret and compare it in constant time. Reject what is older than five minutes.

## Deliveries

We try for 24 hours with growing pauses. A delivery may arrive twice, so use its id to recognise it. Import [the collection](/file:postman-collection.json) to send yourself examples.

## Subscribe

Create a subscription with an HTTPS address and the names of events. We send a first event, \`subscription.created\`, and activate the subscription when your service answers with 2xx within five seconds. A subscription that fails for three days is switched off, and its owner gets a message.

## Respond quickly

Store the event and respond; work on it afterwards. After five seconds we count the delivery as failed and try again, so a slow handler gets the same event twice and is twice as slow.

## Addresses

Deliveries come from three fixed addresses, which are listed in [the app](https://app.inkwell.example/webhooks/addresses). They change at most once a year, with ninety days' notice.`,
      pages: [
        {
          title: 'Event catalogue',
          markdown: `| event | sent when |
|---|---|
| \`shipment.planned\` | a shipment gets a route |
| \`shipment.delayed\` | its arrival moves by more than ten minutes |
| \`shipment.delivered\` | the recipient signed |
| \`shipment.returned\` | the recipient refused it, and it is on its way back |
| \`route.published\` | a plan becomes live |
| \`device.silent\` | no position for thirty minutes |

## Ordering

Events of one shipment arrive in order; events of two shipments need not.

## The body of an event

Every event has \`id\`, \`type\`, \`created_at\` and \`data\`. The object in \`data\` is the record as it was when the event happened, in the same form as the API returns it. It may have changed since; read the record again if only its current state matters.

## Choosing events

Subscribe to what you use. \`shipment.*\` selects all events of shipments, including those that we add later, so a handler for it must ignore types that it does not know. Test events have \`"mode": "test"\` and go to subscriptions of the test mode only.

## History

Events are kept for thirty days and can be listed by time. After an outage, list what you missed instead of asking for every delivery to be repeated.`,
        },
      ],
    },
  ],
};
