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

![What comes next](/file:roadmap-q3.png)

## How to read these notes

Each release has a page with up to four headings. *New* is what you can do now and could not do before. *Changed* is what behaves differently without your doing. *Fixed* is what was wrong. *Action needed* is what stops working if you do nothing, with the date on which it stops.

## Who sees a release when

Test workspaces get a release on Tuesday at nine. Half of the others follow on Wednesday, the rest on Thursday. Workspaces in the slow ring, which an admin can choose, wait for two more weeks and skip every release that was followed by a correction.

## Hearing about releases

Subscribe by e-mail or feed at the top of this page. The message has the text of the page and nothing else. Questions about a release reach its author directly if you write to {{ support_email }} and put the month into the subject; most of them are answered on the same day, and the answer is added to the page.`,
    },
    {
      title: 'This year',
      icon: 'calendar',
      markdown: `All releases since January.

## All changes by number

- [2418](https://%domain%/changes/2418): exceptions show who is looking at them
- [2415](https://%domain%/changes/2415): plans can be compared side by side
- [2409](https://%domain%/changes/2409): stops keep their time zone when they move to another depot
- [2404](https://%domain%/changes/2404): printing uses the language of the reader
- [2398](https://%domain%/changes/2398): the search finds stops by their number plate
- [2391](https://%domain%/changes/2391): saved filters can be shared
- [2387](https://%domain%/changes/2387): the map shows ferries
- [2380](https://%domain%/changes/2380): quiet hours follow the depot
- [2376](https://%domain%/changes/2376): a plan can be closed from the phone
- [2371](https://%domain%/changes/2371): labels can be renamed
- [2366](https://%domain%/changes/2366): imports accept semicolons
- [2359](https://%domain%/changes/2359): drivers can attach two pictures to a stop
- [2352](https://%domain%/changes/2352): reports open in a third of the time
- [2347](https://%domain%/changes/2347): an empty route is no longer published
- [2340](https://%domain%/changes/2340): webhooks have a test button
- [2336](https://%domain%/changes/2336): the history names the device
- [2329](https://%domain%/changes/2329): vehicles can be out of service for a day
- [2322](https://%domain%/changes/2322): holidays of all regions are known
- [2317](https://%domain%/changes/2317): the arrival message can be changed
- [2311](https://%domain%/changes/2311): two planners no longer overwrite each other
- [2305](https://%domain%/changes/2305): numbers use the separators of the reader
- [2299](https://%domain%/changes/2299): a stop can have two windows
- [2293](https://%domain%/changes/2293): deleted labels disappear from filters
- [2287](https://%domain%/changes/2287): the table remembers its columns
- [2280](https://%domain%/changes/2280): sessions end after twelve hours
- [2274](https://%domain%/changes/2274): an export has a header row
- [2268](https://%domain%/changes/2268): guests see the map again
- [2261](https://%domain%/changes/2261): keyboard shortcuts are listed under the question mark
- [2255](https://%domain%/changes/2255): the phone works without a network for a day

Numbers that are missing belong to changes that nobody sees: repairs of tests, newer libraries, and two attempts that were withdrawn before they reached anyone. The numbers are the same in our issue tracker, so support understands them.`,
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

Webhooks signed with the old algorithm stop on 30 September. How to change over is described in [deprecations](/page:deprecations).

## In detail

The comparison opens with a click on *Compare* and shows two plans of any two days. Stops that exist in one of them only are marked at the side, and the totals at the bottom are subtracted. It was the most requested change of the spring, and it replaces the report *Differences by day*, which is removed in September.

Whoever opens an exception appears on it with a picture. The picture disappears two minutes after the page was left, so nobody has to remember to leave. Teams that do not want this can switch it off for a workspace.

## Known issues

Two small problems are open and are described on [their own page](/page:known-issues-in-june). Neither of them loses data. If you print large plans every day, wait for the correction before you move to this release; the slow ring does so by itself.`,
          pages: [
            {
              title: 'Known issues in June',
              hidden: true,
              markdown: `Printing a plan of more than forty routes cuts the last page. Print half of them at a time until the next release. Reports: {{ support_email }}.

## Printing

The last page of a large print is cut at the bottom by about four lines. The preview is right, so it cannot be trusted here. Besides printing in halves, exporting to PDF from the preview works at any size. The correction is tested and comes with the next release.

## Comparing plans with deleted vehicles

If a vehicle was deleted since the older of the two days, its route is shown twice in the comparison: once under its name and once under *no vehicle*. The totals count it once and are right. Restoring the vehicle removes the second line.

## Pictures of watchers stay

On computers that are locked and not switched off, the picture of a watcher stays until the session ends, which can take twelve hours. A reload of the page by anyone else removes it. We change this to a check every minute.

## Reporting others

Look at the list of changes first; a problem that has a number there is known. For everything else, a picture of the whole window is worth more than a long description.`,
            },
          ],
        },
        {
          title: 'May release',
          markdown: `## New

- Saved filters can be shared with a team.
- The map shows ferries.

## Changed

- Quiet hours now follow the depot's time zone instead of the reader's.

## Fixed

- An import whose last line had no line break lost that line without a word.
- The number of open stops in the title of the browser's tab was one minute late.
- Two depots with the same name in different countries are told apart in all lists.

## In detail

A shared filter has an owner and a team. Members of the team see it under *Shared*, with the owner's name, and can copy it. Only the owner changes it. When an owner leaves, the filter goes to the team's first admin, who gets a message.

Ferries appear as dashed lines with their next departure. The planner accounts for waiting and boarding, which makes routes to islands about forty minutes longer on paper and about right in reality. Timetables are updated every night for eleven operators; the list is in the settings of the map.

## Thanks

To the teams in Bergen and Oulu, who tested the ferries on two real islands and found that we had forgotten the return trip.`,
        },
      ],
    },
    {
      title: 'Deprecations',
      noIndex: true,
      emoji: '⏳',
      markdown: `| what | ends | use instead |
|---|---|---|
| SHA-1 webhook signatures | 30 September | SHA-256 |
| \`/v1/trips\` | 31 December | \`/v2/routes\` |
| report *Differences by day* | 30 September | compare plans |
| phones without notifications | 31 January | any supported phone |

Dates never move forward without three months' notice. The [policy in full](https://%domain%/deprecation-policy) is public.

## What deprecation means

A deprecated part works exactly as before until its date. It gets no new abilities and only those corrections that keep it safe. Programs that use it get a header with the date, and people who use it see a line at the top of the page, once a week and not more often.

## Preparing for a date

A month before the date we switch the part off for an hour, on a Tuesday at ten, and announce it. Whoever notices the hour still depends on the part. Teams that notice nothing are ready.

## More time

An admin can ask for three more months, once for each part, and does not need to give a reason. After that, the part is gone for everyone on the same day; keeping two versions alive for single customers is how our last product died.`,
    },
  ],
};
