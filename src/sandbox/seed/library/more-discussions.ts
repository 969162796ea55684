import type { Thread } from './threads.ts';

/** Threads on spaces, continued. */
export const moreDiscussions: readonly Thread[] = [
  {
    comment: 'The page takes long to load because of the animated picture. Do we need it?',
    replies: ['Replaced by two still pictures, a tenth of the size.'],
  },
  {
    comment: 'We should say what happens on weekends. Customers in the south work on Saturdays.',
    replies: ['The support hours page says it. I link there, so that we do not have it twice.'],
  },
  {
    comment: 'This was confusing to me until I read the page that comes after it. Maybe change the order?',
    replies: ['Swapped the two pages.', 'Now the link at the bottom points backwards.', 'Fixed as well.'],
  },
  {
    comment: 'How do I cite this page in a scientific paper?',
    replies: ['By its permanent address and the revision number; both are in the menu of the page.'],
  },
  {
    comment: 'The video is not available any more.',
    replies: ['It was recorded with the old design. I removed the reference.'],
  },
  {
    comment: 'Some commands begin with a dollar sign and some do not. People copy it along.',
    replies: ['Removed everywhere in this space.'],
  },
  {
    comment: 'Is it intended that guests can read this? It names internal systems.',
    replies: ['No! Restricted it, and the names are gone from the public version.', 'Checked as a guest: not visible.'],
  },
  {
    comment: 'The checklist has thirteen items. Nobody does thirteen things.',
    replies: ['We could group them into before, during and after.', 'Grouped, and two were duplicates. Eleven now.'],
  },
  {
    comment: 'The section about costs is out of date since the new price list.',
    replies: ['Finance maintains the list, so I replaced the numbers by a link.'],
  },
  {
    comment: 'A colleague with impaired colour vision cannot tell the two lines in the chart apart.',
    replies: ['New version with dashes. Could your colleague have a look?', 'They can tell them apart now, thanks.'],
  },
  {
    comment: 'Please add an example with a negative number. Everyone tries it, and it fails without a message.',
    replies: ['Added, and engineering made a message of it.'],
  },
  {
    comment: 'I expected a summary at the top. I have to scroll to learn whether this concerns me.',
    replies: ['Added two sentences: who should read this, and when.'],
  },
  {
    comment: 'We have a meeting about this page on Wednesday. If you have opinions, write them here before.',
    replies: [
      'Keep the table, drop the history.',
      'I would drop the table as well and link to the generated one.',
      'Result of the meeting: the generated table stays here, the history goes to the archive.',
    ],
  },
  {
    comment: 'The contact at the end has left the company.',
    replies: ["It is the team's address now, which does not leave."],
  },
  {
    comment: 'Found this page through a search engine although it is marked as hidden. Is that right?',
    replies: ['Hidden only means not in the table of contents. I excluded it from search engines, too.'],
  },
  {
    comment: 'Do we have numbers on how often this happens? "Rarely" is a matter of taste.',
    replies: ['Four times in the last quarter.', 'Then "about once a month" is what I would write.'],
  },
  {
    comment: 'In the second example the result is wrong by one.',
    replies: ['Counting from zero, the old enemy. Corrected.'],
  },
  {
    comment: 'Could the three variants be tabs? I always read the wrong one.',
    replies: ['Good use of tabs. Done.'],
  },
  {
    comment: 'The page is perfect, do not touch it.',
    replies: ['It gets touched in July, when the menu changes. I will be careful.'],
  },
  {
    comment: 'I would like to translate this page into Portuguese. Whom do I ask?',
    replies: [
      'Just begin, and put me as reviewer. My Portuguese is passable.',
      'First half is done, please have a look.',
    ],
  },
  {
    comment:
      'Readers ask in the comments of the blog how this works together with the export. Nobody has written it down.',
    replies: ['Because it does not, yet. I add a sentence so that people stop looking.'],
  },
  {
    comment: 'The heading says five steps, I count six.',
    replies: ['The sixth was added in spring. Heading without a number from now on.'],
  },
  {
    comment:
      'Our newest customer read the whole space in two days and sent nineteen corrections. I opened change requests for the obvious ones.',
    replies: ['Please thank them. Do they want a job?', 'I asked. They are thinking about it.'],
  },
  {
    comment: 'The warning box is red. In our style red is for data loss only.',
    replies: ['Changed to yellow.'],
  },
  {
    comment: 'Which of the two addresses should new customers use? The page recommends both.',
    replies: ['The second. The first redirects and will go away.'],
  },
  {
    comment:
      'This would be a good place for a diagram. I can draw one if somebody tells me what is inside the box in the middle.',
    replies: [
      'A queue and two workers.',
      'Diagram attached, corrections welcome.',
      'The arrow on the right goes the other way, otherwise great.',
    ],
  },
  {
    comment: 'The last sentence ends in the middle of',
    replies: ['Ha. It ended with "a full stop", which somebody took literally.'],
  },
  {
    comment: 'Reading time says two minutes, I needed fifteen. Does it count the code?',
    replies: ['It does not. The widget is gone.'],
  },
  {
    comment: 'Is anybody against deleting the section for version 1? The last customer moved in May.',
    replies: [
      'Please keep it until the end of the quarter, two exports are still in the old form.',
      'Reminder set for the first of July.',
    ],
  },
  {
    comment: 'The term "owner" means something else in the billing pages.',
    replies: ['We agreed on "account owner" there and "owner" here. Not ideal, but consistent.'],
  },
  {
    comment: 'Checked all links of this space today: two broken, both reported to their owners.',
    replies: ['Mine is fixed.'],
  },
];
