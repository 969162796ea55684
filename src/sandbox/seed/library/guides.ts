import type { SpaceTemplate } from './template.ts';

export const guides: SpaceTemplate = {
  emoji: '🧭',
  files: [
    { name: 'workspace-tour.png', contentType: 'image/png', size: 184_320, dimensions: { width: 1600, height: 900 } },
    { name: 'rollout-checklist.pdf', contentType: 'application/pdf', size: 96_117 },
  ],
  pages: [
    {
      title: 'Welcome to %product%',
      emoji: '👋',
      description: 'What %product% does, and where to begin.',
      markdown: `%product% replaces the spreadsheet that your team shares and nobody trusts. It keeps one plan, tells everyone what changed, and remembers why.

![The workspace at a glance](/file:workspace-tour.png)

## Where to begin

New here? Follow [the quickstart](/page:quickstart); it takes about ten minutes. Moving from an older version? Read [the migration notes](/page:migrate-from-version-1) before you invite the whole team.

## Getting help

Write to {{ support_email }}, or look at [the neighbouring documentation](/space:next).`,
    },
    {
      title: 'Get started',
      icon: 'rocket',
      markdown: `Three steps take you from an empty account to a plan that people can follow. Each page below can be read on its own.`,
      pages: [
        {
          title: 'Quickstart',
          emoji: '⚡',
          description: 'From sign-up to the first plan in ten minutes.',
          markdown: `You need an invitation and the rights to create a workspace.

## Create a workspace

1. Open [the app](https://app.inkwell.example/start) and choose **New workspace**.
2. Pick the time zone of your depot. All deadlines are shown in it.
3. Import last week's plan, or begin with the sample.

## Invite your team

Send invitations from **Settings > People**. Planners need the *edit* role; drivers and guests need none at all.

> A workspace without a second admin is locked when its only admin leaves. Add one now.`,
          pages: [
            {
              title: 'Import an existing plan',
              markdown: `%product% reads CSV files with a header row. The columns \`stop\`, \`window_start\` and \`window_end\` are required; every other column becomes a label.

## When an import fails

The report names each line that was refused and why. Lines that were accepted stay, so correct the rest and import it again. The usual reason is a time window without a time zone; see [limits](/page:limits-and-quotas).`,
            },
            {
              title: 'Invite planners and drivers',
              markdown: `Roles decide what a person can change. A planner edits the live plan; a driver only confirms stops.

## Single sign-on

If your company uses an identity provider, people are created when they first sign in. Their role comes from the provider's default, which an admin can change later. The [roll-out checklist](/file:rollout-checklist.pdf) has the order that worked best for other teams.`,
            },
          ],
        },
        {
          title: 'Core concepts',
          markdown: `Four words carry most of the meaning in %product%.

## Plan

A plan is the set of stops for one day and one depot. It is *live* from the moment it is published.

## Stop

A stop is a place with a time window. Two stops at one address stay two stops.

## Route

A route is an ordered list of stops that one vehicle serves.

## Exception

An exception is a deviation that somebody has to look at: a late arrival, a refused delivery, a vehicle that stands still. Exceptions are described in [exceptions and alerts](/page:exceptions-and-alerts).`,
        },
      ],
    },
    {
      title: 'Everyday work',
      icon: 'calendar',
      markdown: `What planners do between seven in the morning and the last confirmed stop.`,
      pages: [
        {
          title: 'Exceptions and alerts',
          emoji: '🚨',
          markdown: `An alert is sent once for each exception, to the people who watch the route.

## Quiet hours

Between 21:00 and 06:00 only alerts of severity *critical* are sent. Change the hours in the workspace's settings.

## Escalation

If nobody takes an exception within fifteen minutes, it goes to the planner on duty, and after thirty to the depot's manager. The old escalation table is described in [escalation levels](/gone:escalation-levels).`,
        },
        {
          title: 'Limits and quotas',
          markdown: `| limit | value |
|---|---|
| stops in one plan | 2,000 |
| routes in one plan | 150 |
| labels on a stop | 20 |
| import file | 10 MB |

## Raising a limit

Limits marked *soft* can be raised by support. Say which workspace, which limit and until when.`,
        },
      ],
    },
    {
      title: 'Migrate from version 1',
      emoji: '📦',
      description: 'What changes, what stays, and how long it takes.',
      markdown: `Version {{ version }} reads every plan that version 1 wrote. Reports are the exception: saved filters have to be made anew.

## Before you start

Export your reports, and check that nobody edits the plan during the first hour. The [status page](https://status.%domain%) announces slow imports.

## Going back

For fourteen days an admin can return a workspace to version 1. Changes made in the meantime are kept as comments.`,
    },
  ],
};
