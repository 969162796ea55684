import { moreDiscussions } from './more-discussions.ts';
import type { Thread } from './threads.ts';

const first: readonly Thread[] = [
  {
    comment: 'A customer asked for this page in German. Do we have a plan for translations of this space?',
    replies: ['It is in the next batch, together with the guides.'],
  },
  {
    comment: 'Search does not find this page by the word "late", only by "delayed". Should we add the word somewhere?',
    replies: ['Added it to the description.', 'Works now, found at the second place.'],
  },
  {
    comment: 'The picture still shows the beta banner.',
    replies: ['I will take a new one on Monday when the demo account is reset.'],
  },
  {
    comment: 'Onboarded two people with this last week. They had no questions at all, which is a first.',
    replies: [],
  },
  {
    comment: 'Who owns this page? The last real change is from before the reorganisation.',
    replies: ['Our team does now. I put it on the list for the quarterly review.'],
  },
  {
    comment: 'The steps are in the wrong order for people who use single sign-on.',
    replies: ['True, step three must come first for them. I opened a change request.', 'Merged, so I resolve this.'],
  },
  {
    comment: 'Two readers asked what happens offline. The answer is in the code, but nowhere here.',
    replies: ['I can write two sentences about it if somebody checks them.'],
  },
  {
    comment: 'Please keep this page short. It is the only one that drivers read on a phone.',
    replies: ['Noted.'],
  },
  {
    comment: 'The link in the second paragraph leads to a page that I may not open. Is it internal?',
    replies: ['It is. I replaced it by the public one.'],
  },
  {
    comment: 'This page was the top result for "cannot sign in" last month, and it does not mention signing in.',
    replies: [
      'Interesting. Then it should, or the other page should rank higher.',
      'I added a line with a link to the right page.',
    ],
  },
  {
    comment: 'Can we have the values as a table? I copy them into a spreadsheet every month.',
    replies: ['There is a CSV attached now, below the text.'],
  },
  {
    comment: 'Half of this page is about a feature that we removed in April.',
    replies: ['Which half?', 'Everything below the second heading.', 'Opened a change request that deletes it.'],
  },
  {
    comment: 'I printed this page for the workshop, and the code blocks were cut off at the right.',
    replies: ['Known problem of the print view, the design team is on it.'],
  },
  {
    comment: 'What is the difference between this page and the one with nearly the same title?',
    replies: ['This one is for admins. I will say so in the first line.'],
  },
  {
    comment: 'Thank you for this page! It saved us an evening.',
    replies: [],
  },
  {
    comment: 'The example uses a holiday that exists only in one country, so the result differs for the rest of us.',
    replies: ['Replaced by a Sunday, which everybody has.'],
  },
  {
    comment: 'Is the limit per user or per workspace?',
    replies: ['Per workspace. The text says "you", which is ambiguous; I will fix it.'],
  },
  {
    comment:
      'Support gets about five tickets a week that end with a link to this page. Could it be linked from the error message itself?',
    replies: [
      'The message has a limit of 80 characters, but a short link would fit.',
      'Short link exists now, engineering adds it with the next release.',
    ],
  },
  {
    comment: 'The feedback widget has eleven thumbs down for this page and no comment. Any idea why?',
    replies: [
      'I read it as a beginner, and the first term that I did not know came in the first sentence.',
      'Then let us begin with the example instead.',
    ],
  },
  {
    comment: 'Please do not rename this page. Three partners link to it from their contracts.',
    replies: ["Good to know. I added a note in the page's description."],
  },
  {
    comment: 'Could somebody who was there write down why we decided it this way? I know only the result.',
    replies: ['I was there. I add a paragraph tomorrow.', 'Done, with the two alternatives that we rejected.'],
  },
  {
    comment: 'The abbreviation in the title is not explained anywhere.',
    replies: ['It is on the start page, but who reads those. Spelled out now.'],
  },
  {
    comment: 'There are now four names for the same thing in this space: job, task, run and execution.',
    replies: [
      'Task is what the app says. I will go through the pages.',
      'Twenty-three places changed, one table left.',
    ],
  },
  {
    comment: 'Does this apply to trial accounts?',
    replies: ['Yes, with half of the limits.'],
  },
  {
    comment: 'The numbers in the text and in the picture disagree.',
    replies: ['The picture is older. I asked for a new one.'],
  },
  {
    comment: 'I followed this page in a browser in Japanese, and the menu item has another name than the screenshot.',
    replies: ['We could show the icon next to the name.', 'Icons added, they are the same in all languages.'],
  },
  {
    comment: 'Would it be possible to show when a page was last checked, not only when it was last changed?',
    replies: ['There is no field for it, but a line at the end would do.'],
  },
  {
    comment:
      'Small thing: the emoji of this page is the same as that of the incident page. In the sidebar I click the wrong one all the time.',
    replies: ['Chose another one.', 'Much better.'],
  },
  {
    comment: 'The auditors asked where we document this. I showed them this page, and they were satisfied.',
    replies: ['First time that an auditor was satisfied with anything of ours.'],
  },
  {
    comment: 'A reader wrote that the tone changes in the middle, as if two people had written it.',
    replies: ['Two people did. I smooth it out.'],
  },
  {
    comment: "Why is there a link to a spreadsheet of somebody's personal drive?",
    replies: ['History. The content is now on the page and the link is gone.'],
  },
];

export const discussions: readonly Thread[] = [...first, ...moreDiscussions];
