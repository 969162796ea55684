import type { SpaceTemplate } from './template.ts';

export const runbooks: SpaceTemplate = {
  emoji: '🧰',
  files: [
    { name: 'topology.svg', contentType: 'image/svg+xml', size: 32_770, dimensions: { width: 1800, height: 1100 } },
    { name: 'failover-timeline.csv', contentType: 'text/csv', size: 4_312 },
  ],
  pages: [
    {
      title: '%product% index',
      emoji: '🗂️',
      description: 'What to open when the pager rings.',
      markdown: `Find the alert's name in the list on the left. Every page begins with what to do in the first five minutes.

![What talks to what](/file:topology.svg)`,
    },
    {
      title: 'Databases',
      icon: 'database',
      markdown: `PostgreSQL {{ version }} in two regions, one primary.`,
      pages: [
        {
          title: 'Primary unreachable',
          emoji: '🔥',
          markdown: `## First five minutes

1. Check whether the region is reachable at all: \`hf status eu-north\`.
2. If only the database is gone, wait for the automatic failover; it takes 40 to 90 seconds.
3. Announce a degraded service on [the status page](https://status.%domain%).

## Afterwards

Compare with [the timeline of the last failover](/file:failover-timeline.csv) and write the review within three days.`,
          pages: [
            {
              title: 'Manual failover',
              markdown: `Only when the automatic one has not happened after three minutes.

## Steps

Fence the old primary first, even if it looks dead. Two primaries cost us eleven hours in March. Then promote the replica with the smallest lag; [replication lag](/page:replication-lag) says how to read it.`,
            },
          ],
        },
        {
          title: 'Replication lag',
          markdown: `Lag above thirty seconds makes the map show old positions.

## Usual reasons

A long report on the replica, a migration that rewrites a table, or a full disk, in this order. The dashboard is [here](https://app.inkwell.example/embed/lag).`,
        },
      ],
    },
    {
      title: 'Queues',
      icon: 'layers',
      markdown: `Messages wait in seven queues. Only two of them may grow.`,
      pages: [
        {
          title: 'Backlog grows',
          markdown: `## First five minutes

Look at the age of the oldest message, not at the number. Under two minutes nothing needs to be done.

## Add consumers

\`hf scale webhook-sender --to 12\` doubles the rate. More than twelve overload the receivers; see [partner limits](/gone:partner-limits).`,
        },
      ],
    },
  ],
};
