import type { Proposals } from './proposal.ts';

export const companyProposals: Pick<Proposals, 'handbook' | 'runbooks' | 'policies' | 'protocols' | 'community'> = {
  handbook: [
    {
      page: 'on-call',
      subject: 'Say how to hand over during a holiday',
      heading: 'Over a holiday',
      text: 'If the hand-over falls on a holiday, it takes place on the working day before. The outgoing person keeps the phone until then.',
    },
    {
      page: 'first-change',
      subject: 'Link to the glossary instead of repeating it',
      heading: 'Words used here',
      text: 'Terms in italics are explained in [the glossary](https://app.inkwell.example/glossary). Please do not explain them again here.',
    },
    {
      page: 'set-up-your-laptop',
      subject: 'Add the keyboard layouts that we support',
      heading: 'Keyboards',
      text: 'The script knows layouts for nine languages. For another one, choose it in the system settings before the first start of the script.',
    },
    {
      page: 'meetings-and-writing',
      subject: 'Propose a limit of five people for decisions',
      heading: 'Five people',
      text: 'A decision with more than five people takes twice as long and is reversed as often. Invite the others to read the proposal.',
    },
    {
      page: 'day-one',
      subject: 'Mention the visitor parking',
      heading: 'Coming by car',
      text: 'Two places are reserved for guests behind the building. Write the number plate into the list at the entrance.',
    },
    {
      page: 'first-weeks',
      subject: 'Add a question for the end of the first month',
      heading: 'One more question',
      text: 'What did you stop doing because nobody else does it? The answer is often something that we should have kept.',
    },
    {
      page: 'how-we-work',
      subject: 'Say what happens to quiet hours in December',
      heading: 'December',
      text: 'Quiet hours end at ten in December, because the depots are busy from six. They return on the first working day of January.',
    },
  ],
  runbooks: [
    {
      page: 'manual-failover',
      subject: 'Add a worked example for two regions',
      heading: 'Example: two regions',
      text: 'eu-north is unreachable, eu-west lags by four seconds. Fence eu-north, promote eu-west-2, and accept that four seconds of positions arrive late.',
    },
    {
      page: 'replication-lag',
      subject: 'Correct the unit of the lag threshold',
      heading: 'Threshold',
      text: 'The threshold is thirty **seconds**. An earlier version of this page said milliseconds, and two people lost a night over it.',
    },
    {
      page: 'primary-unreachable',
      subject: 'Name the person who may cut the power',
      heading: 'Cutting the power',
      text: 'Whoever is on call may cut the power of the primary, without asking. Write the time into the channel first.',
    },
    {
      page: 'backlog-grows',
      subject: 'Add the command for a single partner',
      heading: 'Which partner',
      text: '`hf queue top webhook-sender --minutes 10` prints the five partners with the oldest messages. It reads only.',
    },
    {
      page: 'queues',
      subject: 'Explain the purple shelf to new colleagues',
      heading: 'Reading the shelf',
      text: 'A message on the shelf has its last error and the name of the worker. The body is hidden until you give a reason.',
    },
    {
      page: 'databases',
      subject: 'Write down the new connection limits',
      heading: 'Connection limits',
      text: 'Since the move to larger machines, 450 connections are the point to worry, and 600 the end. The app alone keeps 240.',
    },
    {
      page: 'index',
      subject: 'Add the telephone number of the data centre',
      heading: 'Data centre',
      text: 'The number of the data centre is on the card behind your badge. They ask for the contract number, which is on the card as well.',
    },
  ],
  policies: [
    {
      page: 'exceptions',
      subject: 'Say who may approve an exception',
      heading: 'Who approves',
      text: 'The owner of the rule, or their deputy. Nobody approves their own request; see [the list of owners](/pages/owners-2023).',
    },
    {
      page: 'devices',
      subject: 'Allow repairs by the manufacturer',
      heading: 'Repairs by the manufacturer',
      text: 'The help desk may send a device to its manufacturer after its disk was removed. The receipt names the disk by its serial number.',
    },
    {
      page: 'joiners-and-leavers',
      subject: 'Shorten the forwarding of mail to sixty days',
      heading: 'Sixty days',
      text: 'The automatic answer ends after sixty days instead of ninety. Nobody has asked for the last month in three years.',
    },
    {
      page: 'emergency-access',
      subject: 'Add the outcome of last year’s uses',
      heading: 'Last year',
      text: 'Nine uses, all of them needed, two of them longer than necessary. Five led to a change of the normal way.',
    },
    {
      page: 'access',
      subject: 'Define what counts as production',
      heading: 'What production is',
      text: 'Production is every system that holds data of customers, including copies for tests. A test system with real data is production.',
    },
    {
      page: '',
      subject: 'State how rules are numbered',
      heading: 'Numbers',
      text: 'A rule has the number of its chapter and a running number, such as A-7. Numbers of removed rules are not used again.',
    },
  ],
  protocols: [
    {
      page: 'calibration',
      subject: 'Give the tolerance for probes with new membranes',
      heading: 'New membranes',
      text: 'In its first week a new membrane may deviate by 1.5 %. Calibrate every second day until two deviations in a row are below 1 %.',
    },
    {
      page: 'prepare-the-standards',
      subject: 'Add the mass of salt for one litre',
      heading: 'Masses',
      text: 'For one litre: 0.7455 g for the first standard, 7.4550 g for the second. Dry the salt at 105 °C for two hours before.',
    },
    {
      page: 'cleaning',
      subject: 'Forbid ultrasonic baths',
      heading: 'No ultrasonic bath',
      text: 'An ultrasonic bath loosens the membrane from its ring. The damage is invisible and shows after about three weeks.',
    },
    {
      page: 'deploy-the-probe',
      subject: 'Describe the long bracket for strong current',
      heading: 'The long bracket',
      text: 'Mount it against the current, at an angle of thirty degrees. Two people are needed, one of them holds the rope.',
    },
    {
      page: 'hand-over-the-data',
      subject: 'Explain the word doubt in file names',
      heading: 'Doubt',
      text: 'A file with *doubt* in its name is kept, checked by a second person, and never averaged with others before that.',
    },
    {
      page: 'before-the-measurement',
      subject: 'Add sunscreen to the packing list',
      heading: 'Also take along',
      text: 'Sunscreen, a hat and two litres of drinking water for each person. Three visits were cut short last July.',
    },
    {
      page: 'at-the-site',
      subject: 'Say what to photograph under a bridge',
      heading: 'Under bridges',
      text: 'Photograph the gauge, both banks, and the light from the other side. Write down which arch you stood under.',
    },
  ],
  community: [
    {
      page: 'first-scan',
      subject: 'Explain why a fresh clone is all green',
      heading: 'A fresh clone',
      text: 'A shallow clone has no history, so every file looks new. Run `git fetch --unshallow` and scan again.',
    },
    {
      page: 'exclude-paths',
      subject: 'Add an example for monorepos',
      heading: 'In a monorepo',
      text: 'Each package may have its own `.lanternignore`. Patterns are relative to the file, and the nearest file wins.',
    },
    {
      page: 'nightly-job',
      subject: 'Show the job for a self-hosted runner',
      heading: 'Self-hosted',
      text: 'On a runner of your own, keep the folder `.lantern/` between jobs. The scan then takes seconds instead of a minute.',
    },
    {
      page: 'propose-a-change',
      subject: 'Say how long a review takes',
      heading: 'How long it takes',
      text: 'Half of all reviews begin within three days, nine of ten within two weeks. If yours does not, ask; it was overlooked.',
    },
    {
      page: 'take-part',
      subject: 'Announce the meeting in October',
      heading: 'This year',
      text: 'The meeting takes place in Ghent on 11 and 12 October. Talks are fifteen minutes, and half of the time is left free.',
    },
    {
      page: 'use-it',
      subject: 'Document the exit codes',
      heading: 'Exit codes',
      text: '0 means done, 1 more red files than allowed, 2 a mistake in the options, 3 a repository that could not be read.',
    },
    {
      page: '',
      subject: 'Thank the translators',
      heading: 'Translations',
      text: 'The tool speaks nine languages thanks to fourteen people. Their names are in the file `TRANSLATORS`, in the order of joining.',
    },
  ],
};
