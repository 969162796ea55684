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

Write to {{ support_email }}, or look at [the neighbouring documentation](/space:next).

## What you can expect

A planner opens the plan in the morning and sees which stops are at risk before the first vehicle leaves. A dispatcher moves a stop by dragging it, and everyone who is affected hears of it within a few seconds. A manager looks at the week and finds out which depot needs another vehicle, without asking for a report.

## What it is not

%product% does not replace your order system, your payroll or your telematics. It reads from the first, exports to the second, and shows the third on a map. If one of these systems is down, the plan can still be read and confirmed; changes are sent as soon as the other system answers again.

## How these pages are organised

Pages under *Get started* are read once, in their order. Pages under *Everyday work* are for looking things up. Everything that can be changed by an admin only says so in its first sentence.`,
    },
    {
      title: 'Get started',
      icon: 'rocket',
      markdown: `Three steps take you from an empty account to a plan that people can follow. Each page below can be read on its own.

## Before the first day

Choose one depot and one week. Teams that begin with all depots at once spend their first week on time zones and permissions, and nobody remembers the plan itself. Teams that begin with one depot usually add the others in the second month, with half the questions.

Collect three things: last week's plan as a file, the list of people who may change it, and the list of customers with fixed time windows. The first is imported, the second becomes invitations, and the third tells you whether the import was right.

## In which order

1. Read [the quickstart](/page:quickstart) and create a workspace.
2. [Import the plan](/page:import-an-existing-plan) and compare ten stops at random with the original.
3. [Invite planners and drivers](/page:invite-planners-and-drivers), planners first.

## How long it takes

An hour for the workspace, an afternoon for the import, and one quiet week in which the old way runs beside the new one. After that week, switch the old one off; two plans are worse than either.`,
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

> A workspace without a second admin is locked when its only admin leaves. Add one now.

## Check the sample

Open the sample plan and move one stop from the first route to the second. Both routes show their new length at once, and the driver of the second one gets a message. Undo it with \`Ctrl+Z\`; the driver gets another message. This is the whole idea, and everything else is detail.

## When something looks wrong

If the map is grey, the browser blocks the tile server; allow \`tiles.%domain%\`. If the times are off by an hour, the workspace has another time zone than the depot, and you can still change it as long as no plan is published.`,
          pages: [
            {
              title: 'Import an existing plan',
              markdown: `%product% reads CSV files with a header row. The columns \`stop\`, \`window_start\` and \`window_end\` are required; every other column becomes a label.

## When an import fails

The report names each line that was refused and why. Lines that were accepted stay, so correct the rest and import it again. The usual reason is a time window without a time zone; see [limits](/page:limits-and-quotas).

## Prepare the file

Save the file as UTF-8. Spreadsheet programs like to save dates in the language of the computer; we read ISO dates only, so format the columns as text before you type them. One line is one stop. Lines that share a \`route\` label become one route, in the order of the file.

## Columns that help

| column | effect |
|---|---|
| \`route\` | groups stops |
| \`vehicle\` | assigns a vehicle if one has that name |
| \`phone\` | number for the arrival message |
| \`note\` | shown to the driver only |

## Try it without consequences

Choose **Check only** first. The check runs the same rules, creates nothing, and returns the same report. A file of two thousand lines takes about twenty seconds. When the report is empty, import the same file again without the option.`,
            },
            {
              title: 'Invite planners and drivers',
              markdown: `Roles decide what a person can change. A planner edits the live plan; a driver only confirms stops.

## Single sign-on

If your company uses an identity provider, people are created when they first sign in. Their role comes from the provider's default, which an admin can change later. The [roll-out checklist](/file:rollout-checklist.pdf) has the order that worked best for other teams.

## Who needs what

| person | role | sees |
|---|---|---|
| planner | edit | all routes of the depot |
| dispatcher | review | all routes, and may publish |
| driver | none | own route, on the phone |
| customer service | comment | all routes, read only, with comments |

## Send invitations in groups

Paste a list of addresses, one a line. Everyone in the list gets the same role, so send planners and drivers separately. An invitation is valid for seven days; a second one replaces the first.

## When people leave

Disable the person instead of removing them. Their name stays on the routes that they planned, their sessions end at once, and a disabled person costs nothing. Removing somebody later is always possible; bringing back a removed person's history is not.`,
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

An exception is a deviation that somebody has to look at: a late arrival, a refused delivery, a vehicle that stands still. Exceptions are described in [exceptions and alerts](/page:exceptions-and-alerts).

## How they fit together

A plan contains stops from the moment an order arrives, and routes from the moment somebody groups them. A stop without a route is *open* and shown at the left. Publishing a plan with open stops is allowed, because a late order should not hold back forty drivers.

## What is remembered

Every change is kept with its author, its time and, if one was given, its reason. The history of a stop is a click away and cannot be edited. After two years it is reduced to one line a day, which keeps the numbers and drops the names.`,
        },
      ],
    },
    {
      title: 'Everyday work',
      icon: 'calendar',
      markdown: `What planners do between seven in the morning and the last confirmed stop.

## The morning

Open the plan at least half an hour before the first departure. Stops in red cannot be reached in their window, stops in amber have less than ten minutes of slack. Solve red first: move the stop, or call the customer and change the window. Amber can wait; half of it turns green when traffic is better than usual.

## During the day

Leave the plan open on a second screen and sort it by risk. Messages appear at the right, newest on top. Take a message by clicking on it, so that nobody else works on the same problem. [Exceptions and alerts](/page:exceptions-and-alerts) describes who is told about what.

## The evening

Close the plan when the last stop is confirmed. Closing it freezes the numbers for the reports and opens tomorrow's plan. A plan that nobody closes is closed at three in the morning, with a note that says so, and with all unconfirmed stops counted as missed. Most teams make closing the plan the last task of the late shift and write one sentence about the day.`,
      pages: [
        {
          title: 'Exceptions and alerts',
          emoji: '🚨',
          markdown: `An alert is sent once for each exception, to the people who watch the route.

## Quiet hours

Between 21:00 and 06:00 only alerts of severity *critical* are sent. Change the hours in the workspace's settings.

## Escalation

If nobody takes an exception within fifteen minutes, it goes to the planner on duty, and after thirty to the depot's manager. The old escalation table is described in [escalation levels](/gone:escalation-levels).

## What counts as an exception

| kind | raised when | severity |
|---|---|---|
| late | the arrival is more than ten minutes after the window | normal |
| refused | the recipient does not accept the delivery | normal |
| still | a vehicle has not moved for fifteen minutes | critical |
| silent | no position for thirty minutes | critical |

## Taking an exception

Whoever takes an exception owns it until it is closed or handed over. Write one sentence about what you did, even if it was only a phone call; the next shift reads it, and so does the customer's account manager. An exception that is closed without a sentence is reopened once a week by the quality team.

## Fewer alerts

If a route raises more than five exceptions a day, its times are wrong. Raise the service time of its stops before you raise the threshold.`,
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

Limits marked *soft* can be raised by support. Say which workspace, which limit and until when.

## What happens at a limit

Nothing is ever dropped without a word. An import that would exceed a limit is refused as a whole, and its report names the line at which the limit was reached. In the app, the button that would add one more is disabled and says why.

## Limits that grow with the contract

The number of workspaces and of planners depends on the contract; drivers are never counted. A contract that is exceeded goes on working until the end of the month, and an admin gets a message at 90, 100 and 110 percent.

## Limits that never change

A label has at most 40 characters, a note at most 2,000. A plan can be published at most 60 times an hour; more than that is almost always a script that has lost its way. Signing in is limited to ten attempts a minute for each address, with a growing pause after that.`,
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

For fourteen days an admin can return a workspace to version 1. Changes made in the meantime are kept as comments.

## Step by step

1. Pick a Sunday. The migration itself takes less than ten minutes for a year of plans, and nobody is waiting for it.
2. Tell the drivers that they have to sign in again on Monday. Their phones show the old plan until they do.
3. Start the migration in **Settings > Version**, and stay on the page until it says *done*.
4. Compare three closed days with their old reports. Kilometres may differ by a percent, because the new map knows more roads. Counts of stops may not differ at all.

## What is not migrated

Colours of routes, columns of the old table view, and drafts that were never saved. Pictures that drivers attached to stops move during the following night and may be missing on the first morning.

## If it fails

The page names the step and the plan. Nothing is half migrated: a plan is either in the new form or untouched. Send the number from the bottom of the page to support; it identifies the log.`,
    },
  ],
};
