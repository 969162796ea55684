import type { SpaceTemplate } from './template.ts';

export const releases: SpaceTemplate = {
  emoji: '🗞️',
  files: [{ name: 'roadmap-q3.png', contentType: 'image/png', size: 88_431, dimensions: { width: 1400, height: 800 } }],
  pages: [
    {
      title: '%product%',
      emoji: '📰',
      description: 'What changed, newest first.',
      markdown: `We release every second Tuesday. A change that needs your attention is marked **action needed** and announced two weeks ahead.

![What comes next](/file:roadmap-q3.png)`,
    },
    {
      title: 'This year',
      icon: 'calendar',
      markdown: `All releases since January.`,
      pages: [
        {
          title: 'June release',
          emoji: '☀️',
          markdown: `## New

- Plans can be compared side by side.
- Exceptions show who is looking at them.

## Fixed

- A plan with two depots in different time zones no longer loses its last stop.

## Action needed

Webhooks signed with the old algorithm stop on 30 September. How to change over is described in [deprecations](/page:deprecations).`,
          pages: [
            {
              title: 'Known issues in June',
              markdown: `Printing a plan of more than forty routes cuts the last page. Print half of them at a time until the next release. Reports: {{ support_email }}.`,
            },
          ],
        },
        {
          title: 'May release',
          markdown: `## New

- Saved filters can be shared with a team.
- The map shows ferries.

## Changed

- Quiet hours now follow the depot's time zone instead of the reader's.`,
        },
      ],
    },
    {
      title: 'Deprecations',
      emoji: '⏳',
      markdown: `| what | ends | use instead |
|---|---|---|
| SHA-1 webhook signatures | 30 September | SHA-256 |
| \`/v1/trips\` | 31 December | \`/v2/routes\` |

Dates never move forward without three months' notice. The [policy in full](https://%domain%/deprecation-policy) is public.`,
    },
  ],
};
