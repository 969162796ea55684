import type { Proposals } from './proposal.ts';

export const productProposals: Pick<Proposals, 'guides' | 'api' | 'errors' | 'sdk' | 'releases'> = {
  guides: [
    {
      page: 'exceptions-and-alerts',
      subject: 'Explain what happens when a time window closes',
      heading: 'Closed windows',
      text: 'A stop whose window has closed stays on the plan and is shown in grey. It counts as missed one hour later, and the exception closes by itself when the stop is confirmed.',
    },
    {
      page: 'import-an-existing-plan',
      subject: 'Describe how to undo an import',
      heading: 'Undo an import',
      text: "Within an hour, choose **Undo** in the import report. Later, filter by the import's label and remove the stops in bulk.",
    },
    {
      page: 'quickstart',
      subject: 'Replace screenshots of the old navigation',
      heading: 'Where to find it',
      text: 'Open the menu at the top left, choose the workspace, then **Settings**. The old sidebar is gone since June.',
    },
    {
      page: 'limits-and-quotas',
      subject: 'State the limit for pictures on a stop',
      heading: 'Pictures',
      text: 'Drivers can attach two pictures to a stop, of at most 5 MB each. Larger ones are scaled down on the phone before they are sent.',
    },
    {
      page: 'invite-planners-and-drivers',
      subject: 'Say what a planner sees who was invited twice',
      heading: 'Invited twice',
      text: 'The second invitation replaces the first, so only the newer link works. The role is that of the newer invitation, too.',
    },
    {
      page: 'migrate-from-version-1',
      subject: 'Add the numbers from the May migrations',
      heading: 'Measured in May',
      text: 'Eleven workspaces with 3,400 plans took between two and nine minutes each. The slowest one had 60,000 pictures, which moved during the night.',
    },
    {
      page: 'core-concepts',
      subject: 'Tell a route from a tour',
      heading: 'Route or tour',
      text: 'A route belongs to one day. What some teams call a tour, the same stops every Tuesday, is a template here: it creates a route each week.',
    },
    {
      page: 'welcome-to',
      subject: 'Shorten the introduction',
      heading: 'In short',
      text: 'One plan, one place, one history. Everything else on these pages follows from it.',
    },
  ],
  api: [
    {
      page: 'webhooks',
      subject: 'Document the retry schedule',
      heading: 'Retry schedule',
      text: 'The first retry comes after 10 seconds, the second after 40, and every later one after twice the time before, up to an hour.',
    },
    {
      page: 'rate-limits',
      subject: 'Add the numbers from the May load test',
      heading: 'Measured in May',
      text: "1,150 requests a second on four small machines, with a 99th percentile of 84 ms. The limit was the database's connection pool.",
    },
    {
      page: 'client-credentials',
      subject: 'Mention the proxy setting for customers behind a firewall',
      heading: 'Behind a firewall',
      text: 'Set `HTTPS_PROXY` and allow port 443 to our three addresses. Inspection of encrypted traffic is not supported.',
    },
    {
      page: 'errors',
      subject: 'Show an error with two invalid fields',
      heading: 'Several fields at once',
      text: 'If more than one field is invalid, `details` lists them all, in the order of the request. The message names the first one only.',
    },
    {
      page: 'pagination',
      subject: 'Warn about cursors that expire during long exports',
      heading: 'Long exports',
      text: 'A program that needs more than an hour between two pages must begin again. Use an export instead, which has no cursor.',
    },
    {
      page: 'authentication',
      subject: 'Explain why a token of the test mode gets 400',
      heading: 'Wrong mode',
      text: 'A test token with a live record gets 400 and the code `mode_mismatch`, because 404 made people search for records that exist.',
    },
    {
      page: 'event-catalogue',
      subject: 'Add the events of returned shipments',
      heading: 'Returns',
      text: '`shipment.returned` is followed by `shipment.received` when the depot has scanned the parcel. Between the two, the shipment cannot be changed.',
    },
  ],
  errors: [
    {
      page: 'invalid-field',
      subject: 'Show how several invalid fields are listed',
      heading: 'Several fields',
      text: 'All invalid fields are in `details`, with their paths. Programs should show each message beside its field.',
    },
    {
      page: 'too-many-requests',
      subject: 'Add a loop that waits correctly',
      heading: 'A loop that waits',
      text: 'Read `Retry-After`, add a random part of up to a second, and sleep. Without the random part all clients wake up together.',
    },
    {
      page: 'webhook-unreachable',
      subject: 'List the addresses of the senders',
      heading: 'Addresses',
      text: 'The three addresses are in the app, under webhooks. They are announced ninety days before they change.',
    },
    {
      page: 'address-unknown',
      subject: 'Recommend coordinates for new streets',
      heading: 'New streets',
      text: 'Streets that are younger than three months are rarely on the map. Send coordinates, and the address as text.',
    },
    {
      page: 'codes',
      subject: 'Sort the codes by their frequency in June',
      heading: 'June',
      text: 'In June, `webhook_unreachable` moved up by six places, because a large certificate authority had replaced its root.',
    },
  ],
  sdk: [
    {
      page: 'pair-a-device',
      subject: 'Warn about clocks that run slow',
      heading: 'Clocks',
      text: 'More than two minutes of difference make pairing codes invalid. Use a time server; a phone without a SIM card often has none.',
    },
    {
      page: 'install',
      subject: 'List the permissions with their reasons',
      heading: 'Permissions by reason',
      text: 'Location while in use: the map. Location always: routes with a locked screen. Notifications: the law wants drivers to see that they are located.',
    },
    {
      page: 'report-positions',
      subject: 'State how much data a day of positions takes',
      heading: 'Data volume',
      text: 'A working day of nine hours takes about 180 kB. Pictures of stops are not included and wait for a wireless network.',
    },
    {
      page: 'troubleshooting',
      subject: 'Add the case of two apps that measure at once',
      heading: 'Two apps at once',
      text: 'If another app measures as well, positions come twice as often and the battery is empty by two. Remove the older app.',
    },
    {
      page: 'about',
      subject: 'Name the devices that we test on',
      heading: 'Devices that we test on',
      text: 'Fourteen phones from six manufacturers, two of them with cracked screens. The list is in the repository and changes twice a year.',
    },
    {
      page: 'changelog',
      subject: 'Mention the fix for tablets without telephony',
      heading: 'Tablets',
      text: 'Tablets without telephony no longer report an unknown operator. Nothing else changes for them.',
    },
    {
      page: 'integrate',
      subject: 'Link the sample app from the start',
      heading: 'Look at the sample first',
      text: 'The sample app has a single screen and 300 lines. Reading it takes ten minutes and answers most questions of the first day.',
    },
  ],
  releases: [
    {
      page: 'june-release',
      subject: 'Describe the new keyboard shortcuts',
      heading: 'Shortcuts',
      text: '`G` then `P` opens the plan, `G` then `M` the map. The list is under the question mark, and each shortcut can be switched off.',
    },
    {
      page: 'may-release',
      subject: 'Name the eleven ferry operators',
      heading: 'Operators',
      text: 'Timetables come from eleven operators between Bergen and Izmir. Ferries of other operators are shown without departures.',
    },
    {
      page: 'deprecations',
      subject: 'Announce the end of SHA-1 signatures',
      heading: 'Rehearsal',
      text: 'On 2 September, from ten to eleven, signatures with SHA-1 are refused. Whoever notices has four weeks left.',
    },
    {
      page: 'known-issues-in-june',
      subject: 'Remove the printing problem that is fixed',
      heading: 'Fixed since',
      text: 'Printing is correct again in the release of 24 June. The description stays for workspaces in the slow ring.',
    },
    {
      page: 'this-year',
      subject: 'Group the changes of January',
      heading: 'January',
      text: 'Four changes of January belonged together: tables remember their columns, and so do exports, prints and shared filters.',
    },
    {
      page: '',
      subject: 'Explain the slow ring in one sentence',
      heading: 'The slow ring',
      text: 'A workspace in the slow ring gets each release two weeks later, and never one that needed a correction.',
    },
  ],
};
