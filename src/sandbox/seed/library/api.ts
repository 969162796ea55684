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

A version is supported for eighteen months after its successor. Read [errors](/page:errors) and [authentication](/page:authentication) first; everything else follows from them.`,
    },
    {
      title: 'Basics',
      icon: 'book-open',
      markdown: `What holds for every endpoint.`,
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

Tokens live for one hour. Ask for a new one when fifty minutes have passed, rather than after the first 401.`,
          pages: [
            {
              title: 'Client credentials',
              markdown: `Services that run without a person use client credentials.

## Store the secret safely

The secret is shown once. Keep it in your secret manager, never in the repository; our scanners revoke secrets that they find in public code within minutes.

## Scopes for machines

Grant one scope at a time, and look at the audit log in [the app](https://app.inkwell.example/audit) after a week.`,
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

Retry 429, 502, 503 and 504 with a growing pause. Never retry another 4xx: the answer will be the same. See [rate limits](/page:rate-limits) for the headers that say how long to wait.`,
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

A burst of at most 100 requests is allowed at any time. Larger imports belong in the [bulk endpoint](/gone:bulk-endpoint).`,
        },
        {
          title: 'Pagination',
          markdown: `Lists come in pages. Take \`next\` from the answer and send it back as \`cursor\`; stop when there is none. Never count pages: items may appear while you read.`,
        },
      ],
    },
    {
      title: 'Reference',
      icon: 'code',
      description: 'Generated from the published specification.',
      markdown: `The endpoints of %product%, as the current specification describes them.`,
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

We try for 24 hours with growing pauses. A delivery may arrive twice, so use its id to recognise it. Import [the collection](/file:postman-collection.json) to send yourself examples.`,
      pages: [
        {
          title: 'Event catalogue',
          markdown: `| event | sent when |
|---|---|
| \`shipment.planned\` | a shipment gets a route |
| \`shipment.delayed\` | its arrival moves by more than ten minutes |
| \`shipment.delivered\` | the recipient signed |

## Ordering

Events of one shipment arrive in order; events of two shipments need not.`,
        },
      ],
    },
  ],
};
