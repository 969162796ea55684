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

![What talks to what](/file:topology.svg)

## Rules that hold for every page

Act first, understand later. If a page offers a way to undo a change, undo it. Tell people what you do before you do it, in the incident channel, in one sentence; the sentence is for whoever joins an hour later.

Never run a command that you cannot read. If you are not sure, ask a second person to read it aloud with you. It takes one minute and has prevented two outages that we know of.

## Severity

| level | meaning | who is told |
|---|---|---|
| 1 | customers cannot work | everyone, status page within ten minutes |
| 2 | a part is slow or missing | the team and support |
| 3 | nobody has noticed yet | the team, in the morning |

## Afterwards

Close the incident with the time at which it was over for customers, not the time at which you found out why. Open the review on the same day, while people remember. If a page here was wrong, correct it before you go home; this is the most useful minute of the whole incident.`,
    },
    {
      title: 'Databases',
      icon: 'database',
      markdown: `PostgreSQL {{ version }} in two regions, one primary.

## What runs where

The primary is in eu-north, with one synchronous replica in the same region and two asynchronous ones in eu-west. Writes go to the primary only. Reads of reports go to eu-west, everything else reads from the primary, because a position that is three seconds old has already misled people.

## Numbers to know by heart

| figure | normal | worry at |
|---|---|---|
| connections | 220 to 300 | 450 |
| replication lag | below 1 s | 30 s |
| longest transaction | 4 s | 60 s |
| free disk | above 40 % | 15 % |

## Access

Read access needs nothing but your normal role: \`hf db read\`. Write access opens for one hour, asks for a reason and posts it in the channel. There is no third way, and the sealed account is for the day on which sign-in itself is broken.

## Which page to open

If nothing answers, [primary unreachable](/page:primary-unreachable). If answers are old, [replication lag](/page:replication-lag). If answers are slow and neither is true, look at the longest transaction first; in nine cases of ten, somebody forgot a window with an open one.`,
      pages: [
        {
          title: 'Primary unreachable',
          emoji: '🔥',
          markdown: `## First five minutes

1. Check whether the region is reachable at all: \`hf status eu-north\`.
2. If only the database is gone, wait for the automatic failover; it takes 40 to 90 seconds.
3. Announce a degraded service on [the status page](https://status.%domain%).

## Afterwards

Compare with [the timeline of the last failover](/file:failover-timeline.csv) and write the review within three days.

## How you recognise it

The alert fires when three probes in a row fail from two regions. A single failed probe is the network, and the dashboard shows it as a grey dot. The app answers 503 for writes and shows the banner *read only*. Drivers notice nothing for the first ten minutes, because phones keep their confirmations.

## If the failover does not come

Wait three minutes by the clock, not by feeling. Then go to [manual failover](/page:manual-failover), with a second person. Do not restart the old primary in the meantime: a primary that comes back during a failover is the worst case that we have had.

## Tell people

Support needs one sentence for customers: *You can read and confirm, but not plan.* It is true during the whole procedure and calms everyone.`,
          pages: [
            {
              title: 'Manual failover',
              markdown: `Only when the automatic one has not happened after three minutes.

## Steps

Fence the old primary first, even if it looks dead. Two primaries cost us eleven hours in March. Then promote the replica with the smallest lag; [replication lag](/page:replication-lag) says how to read it.

1. Fence: \`hf db fence eu-north-1\`. Wait until it prints *fenced*. If it does not within thirty seconds, cut the power through the console and write down the time.
2. Choose the replica: \`hf db lag --all\`. Take the one with the smallest lag, and the synchronous one if two are equal.
3. Promote: \`hf db promote <name>\`. This takes about twenty seconds and cannot be interrupted.
4. Point the app at it: \`hf db switch <name>\`. Pools reconnect by themselves within a minute.

## Check

Create a stop in the test depot, confirm it on the test phone, and see it on the map. If all three work, end severity 1.

## Within the next hour

Build a new synchronous replica before anything else. Until it exists, another failure loses up to one minute of data. The build takes forty minutes and slows the primary a little; that is fine.

## The old primary

Leave it alone until the next morning. Its disk is the only evidence of what happened. Rebuild it from scratch later, and never let it join as it is.`,
            },
          ],
        },
        {
          title: 'Replication lag',
          markdown: `Lag above thirty seconds makes the map show old positions.

## Usual reasons

A long report on the replica, a migration that rewrites a table, or a full disk, in this order. The dashboard is [here](https://app.inkwell.example/embed/lag).

## First five minutes

Look whether the lag grows, stays or shrinks. Shrinking lag needs no action; write it down and go. Constant lag is a single long query, and growing lag is too much writing or too slow a disk.

## End a long report

\`hf db queries --replica eu-west-1\` lists what runs, the longest first, with the name of whoever started it. Ask the person if you can reach them within two minutes. Otherwise end it with \`hf db end <number>\`; reports are started again by themselves and nobody loses anything.

## Too much writing

Usually an import. Imports can be slowed down from the admin page of the depot: choose *night speed*. If it is a migration of ours, stop it with its own command; every migration since last year can continue where it stopped.

## Move reads away

If lag stays above a minute for ten minutes, \`hf db reads primary\` sends all reads to the primary. It survives this for about two hours of daytime load. Switch back when the lag is below five seconds, and note both times.`,
        },
      ],
    },
    {
      title: 'Queues',
      icon: 'layers',
      markdown: `Messages wait in seven queues. Only two of them may grow.

## The seven

| queue | may grow | who reads it |
|---|---|---|
| \`positions\` | yes, in the morning | map |
| \`exports\` | yes, at month's end | files |
| \`webhook-sender\` | no | partners |
| \`messages\` | no | drivers and customers |
| \`confirmations\` | no | plan |
| \`audit\` | no | security |
| \`mail\` | no | everyone, a little late |

## Age, not length

A thousand messages that are one second old are a good morning. Ten messages that are ten minutes old are an incident. All alerts use the age of the oldest message for this reason, and so should you when you talk about a queue.

## Poison

A message that fails five times goes to the queue's own shelf and is shown on the dashboard in purple. Read it before you do anything: \`hf queue shelf <name>\`. Most of them come from one customer and one field. Put them back only after the reason is gone, and never all at once. If a backlog is the problem, continue with [backlog grows](/page:backlog-grows).`,
      pages: [
        {
          title: 'Backlog grows',
          markdown: `## First five minutes

Look at the age of the oldest message, not at the number. Under two minutes nothing needs to be done.

## Add consumers

\`hf scale webhook-sender --to 12\` doubles the rate. More than twelve overload the receivers; see [partner limits](/gone:partner-limits).

## Find the reason

Compare how many messages arrive with how many leave; both lines are on the same chart. If more arrive than usual, ask which customer: \`hf queue top webhook-sender\`. If fewer leave, look at the receivers. One partner whose address answers after thirty seconds blocks a twelfth of the senders, and three such partners are enough.

## Pause one partner

\`hf webhook pause <partner>\` keeps their messages for 24 hours and lets all others pass. Tell the partner at once, with the text from the template. Continue with \`hf webhook resume <partner>\`; their messages then leave at a tenth of the usual speed, so that they are not hit by everything in one second.

## Afterwards

Set the number of senders back to six. Twelve senders use memory that the export needs at month's end, and we have already forgotten it twice.`,
        },
      ],
    },
  ],
};
