import type { ErrorCode } from './error-code.ts';
import { errorCodes } from './error-codes.ts';
import type { FileTemplate, PageTemplate, SpaceTemplate } from './template.ts';

const legend = 'status-legend.svg';

const screenshotOf = ({ code }: ErrorCode): FileTemplate => ({
  name: `${code.replaceAll('_', '-')}.png`,
  contentType: 'image/png',
  size: 41_000 + code.length * 1733,
  dimensions: { width: 1280, height: 640 },
});

/** All pages of error codes have the same form, so that a reader finds each part at the same place. */
function pageOf(error: ErrorCode): PageTemplate {
  const { code, status, title, meaning, causes, remedy, example } = error;
  return {
    title,
    description: `${code}, status ${status}.`,
    markdown: `\`${code}\` with status ${status}. ${meaning}

![What the status icons mean](/file:${legend})

## Usual causes

${causes.map((cause) => `- ${cause}`).join('\n')}

## What to do

${remedy}

![The error in the log of a client](/file:${screenshotOf(error).name})

## Example

\`\`\`json
{ "error": { "code": "${code}", "message": "${example}", "request_id": "req_8f31c2" } }
\`\`\`

## For support

Write down the request id and the time with its time zone before you close the window. The id is in the header \`X-Request-Id\` of every response, also of successful ones, and identifies the request in our logs for thirty days. If the same code appears more than ten times an hour, send one id and the number instead of a list. Messages may change between releases; programs should compare the code only.`,
  };
}

/** A reference of error codes, one page each. */
export const errors: SpaceTemplate = {
  emoji: '🚧',
  files: [
    { name: legend, contentType: 'image/svg+xml', size: 9_214, dimensions: { width: 640, height: 240 } },
    ...errorCodes.map(screenshotOf),
  ],
  pages: [
    {
      title: '%product% index',
      emoji: '🚧',
      description: 'One page for each error code.',
      markdown: `Every error of the API has a code that never changes, a status of HTTP, and a message for people. This reference has one page for each code, with its usual causes and what to do about it.

![What the status icons mean](/file:${legend})

## How to find a code

Search for the code as it appears in the response, with its underscores. The table of contents is sorted by how often the codes occur, so the first five cover two thirds of all errors.

## What is not here

Errors without a code come from something between your program and us: a proxy, a firewall, a library. They have no request id. Show them to whoever runs your network first.

## Retrying

Codes with status 429 and 5xx may be sent again, with a growing pause and at most five times. All others will fail in the same way until something changes. A write that ended without any response may have been executed; read the record before you send it again. The rules in full are in [the neighbouring documentation](/space:next).`,
    },
    {
      title: 'Codes',
      icon: 'triangle-exclamation',
      markdown: `The codes below are grouped by nothing but their frequency in the last ninety days. A code moves up or down when this page is revised, which happens with each release; its address stays the same.

![What the status icons mean](/file:${legend})

## Reading a page

*Usual causes* lists what we found in real requests, the most frequent one first. *What to do* begins with the step that helps most people. *Example* shows a response in full, except for headers.

## Reporting a missing code

If a response has a code that is not listed here, it is new or it is a mistake of ours. In both cases we want to know: write to {{ support_email }} with the code and a request id. New codes are added to this reference within a week, and every page says in its history since when it exists. Codes are never reused for another meaning, and pages of retired codes stay for two years.

## Translations

Messages exist in six languages and follow the header \`Accept-Language\`. Codes are not translated. Please quote the code when you ask, whatever the language of the message.`,
      pages: errorCodes.map(pageOf),
    },
  ],
};
