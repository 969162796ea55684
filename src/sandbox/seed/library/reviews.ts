import type { Thread } from './threads.ts';

/** Threads on change requests. */
export const reviews: readonly Thread[] = [
  {
    comment:
      'Could we say what the reader sees in the app at this point? I had to try it to understand the second sentence.',
    replies: ['Good point, I added what the screen shows.', 'Much clearer now, thanks.'],
  },
  {
    comment: '"As soon as possible" is not something we can promise. Either a number or nothing.',
    replies: ['Support tells me it is within one working day. I put that in.'],
  },
  {
    comment: 'The table is easier to read when the unit stands in the header instead of in every cell.',
    replies: [
      'Done.',
      'While you are there: right-align the numbers?',
      'That needs a change of the theme, not of the page.',
    ],
  },
  {
    comment: 'I checked the figures against the dashboard, they are right.',
    replies: [],
  },
  {
    comment: 'Is this still true with the new permissions? Planners can now do this without an admin.',
    replies: ['It is not. I will rewrite the paragraph tonight.', 'No hurry, the release is on Tuesday.'],
  },
  {
    comment: 'This repeats the limits page word for word. One of the two will be wrong by autumn.',
    replies: ['Agreed, I left a link and removed the copy.'],
  },
  {
    comment: 'Nice example. Please use a depot name that does not exist in production, though.',
    replies: ['Renamed it to Depot Example. Not very creative.', 'I like it.'],
  },
  {
    comment:
      'The anchor changed, so every link from the help centre to this heading breaks. Can we keep the old heading?',
    replies: ['I kept the heading and changed only the text below.'],
  },
  {
    comment: 'Approved from the security side. The sentence about secrets is exactly right.',
    replies: ['Thank you!'],
  },
  {
    comment: 'Translators will stumble over "it" here: the device or the server?',
    replies: ['The device. Fixed in both places.', 'And in the note at the end.'],
  },
  {
    comment: 'The first step needs the admin role, but the page says so only in step four.',
    replies: ['Moved to the top, with a link to the list of roles.', 'That would have saved me a ticket last week.'],
  },
  {
    comment: 'Why the passive? "The file is sent" leaves open who sends it.',
    replies: ['We do. Changed to "We send the file".'],
  },
  {
    comment:
      'Can you split this into two change requests? I would merge the correction today, but the new section needs the legal team.',
    replies: [
      'Done, the correction is its own request now.',
      'Merged the other one. This one stays open until legal has looked at it.',
      'Legal says yes, with one comma.',
    ],
  },
  {
    comment:
      'I tried the steps on a fresh account and got stuck after the second one: the button is greyed out until the e-mail address is confirmed.',
    replies: ['Thanks for trying! I added the confirmation as a step of its own.'],
  },
  {
    comment: 'Two spaces after the period, in the whole section.',
    replies: ['Old habits. Cleaned up.'],
  },
  {
    comment: 'The new paragraph is good, but it stands between a step and its picture.',
    replies: ['Moved below the picture.'],
  },
  {
    comment: 'Do we really want to name the partner here? Their contract says no public mention before October.',
    replies: ['I did not know that. Replaced by "a large retailer".', 'Safer, yes.'],
  },
  {
    comment: 'Shorter! The first version had everything in half the words.',
    replies: ['I took the first version and kept only the new number.'],
  },
  {
    comment: 'The code sample misses the closing brace.',
    replies: ['Fixed, and I ran it this time.'],
  },
  {
    comment: '"Simply" and "just" appear four times. Nothing is simple at two in the morning.',
    replies: ['All four are gone.', 'My favourite review comment of the year.'],
  },
  {
    comment: 'Does the change also apply to the archived plans? The text suggests it.',
    replies: ['Only to open ones. I added the word.'],
  },
  {
    comment: 'Looks good to me. Waiting for the screenshots before I approve.',
    replies: ['Screenshots are in, in light and dark.'],
  },
  {
    comment: 'The warning is at the end of the list, where people read it after they have pressed the button.',
    replies: ['True. It is the first line now.', 'Could it be a hint box?', 'It is one now.'],
  },
  {
    comment: "Which time zone is meant: the depot's or the reader's?",
    replies: ["The depot's, as everywhere. I made it explicit because you are the third person to ask."],
  },
  {
    comment: 'The number does not match the contract template, which says 48 hours.',
    replies: [
      'The template is from last year. I asked the contracts team to update it.',
      'They did, so this is right.',
    ],
  },
  {
    comment:
      'I would drop the last sentence. It explains why the old version was bad, and nobody remembers the old version.',
    replies: ['Dropped.'],
  },
  {
    comment:
      'Please add the date on which this starts to hold. Otherwise we get questions from people who read it too early.',
    replies: ['1 July, added in bold.'],
  },
  {
    comment: 'This is the third page with these five steps. Shall we make a reusable block of them?',
    replies: ['Good idea, I opened an issue for it.', 'I can do it next week, I have to touch all three anyway.'],
  },
  {
    comment: 'Tested with a screen reader: the new table is read in the right order.',
    replies: [],
  },
  {
    comment: 'The heading is a question, all others are statements.',
    replies: ['Turned it into a statement.'],
  },
  {
    comment: 'Is there a way to undo this? If so, say it here, because people will look for it here.',
    replies: ['There is, within an hour. Added with a link.'],
  },
  {
    comment: '"Latency" for support people is how long a customer waits on the phone. Another word, maybe?',
    replies: ['"Delay" then.', 'Perfect.'],
  },
  {
    comment: 'One of the links points to the staging system.',
    replies: ['Embarrassing. Fixed, and I searched the space for others: none.'],
  },
  {
    comment:
      'I am not sure that this belongs to this page. A reader who looks for it would start at the troubleshooting section.',
    replies: ['You are right, but the troubleshooting page is locked until Thursday. I will move it then.', 'Moved.'],
  },
  {
    comment: 'The measured value was taken with ten users. With a thousand it is three times as high.',
    replies: [
      'Do you have the new measurement?',
      'From last Friday, in the team folder.',
      'Used it, and named the number of users.',
    ],
  },
  {
    comment: 'Happy with this. Somebody from operations should have the last word.',
    replies: ['Operations here: the order of the two commands is wrong, the rest is fine.', 'Swapped.'],
  },
  {
    comment: 'Could you mention that the old behaviour stays for existing workspaces?',
    replies: ['Added as a second sentence, since it concerns most readers.'],
  },
  {
    comment: 'The German version of this page has a section more. Is it missing here, or superfluous there?',
    replies: ['Superfluous there since March. I told the translators.'],
  },
  {
    comment: 'Great picture, but the font is unreadable on a phone.',
    replies: ['I cut it to the relevant third.', 'Readable now on my small screen.'],
  },
  {
    comment: 'Merged by mistake into the wrong branch of the outline? The page appears twice in the preview.',
    replies: ['The preview was old. After a reload it appears once.'],
  },
  {
    comment: 'Who is "you" in the last sentence: the planner or the customer?',
    replies: ['The planner. I wrote it out.'],
  },
  {
    comment: 'This contradicts what the training says. Which of the two is right?',
    replies: ['The page. Training is being recorded again in July.', 'Then please link to this page from the course.'],
  },
  {
    comment: 'I like the new order. One wish: repeat the unit in the last column, people read only that one.',
    replies: ['Repeated.'],
  },
  {
    comment: 'The sentence has four commas. I needed three attempts.',
    replies: ['Two sentences now, with one comma each.'],
  },
  {
    comment: 'Is there a reason for the exact number, or would "about an hour" do?',
    replies: ['The exact number is in the contract, so it stays.', 'Fair.'],
  },
  {
    comment: 'Please use the same verb as the button. It says *Publish*, the text says *release*.',
    replies: ['Changed to publish in all three places.'],
  },
  {
    comment: 'The check failed because of a link to a page that was moved yesterday.',
    replies: ['Pointed it to the new address, the check is green.'],
  },
  {
    comment: "From the depot's side: nobody there has a keyboard with an F-row. Is there another way?",
    replies: ['There is a menu item. I put it first and the shortcut second.'],
  },
  {
    comment: 'Could we wait with this until the pricing page is updated? They refer to each other.',
    replies: ['Pricing goes live on Thursday at noon.', 'Then I merge on Thursday after lunch.'],
  },
  {
    comment: 'The new text is fine, but it is longer than the old one, and the page was already too long.',
    replies: ['I cut a paragraph that nobody will miss.', 'I do not miss it.'],
  },
  {
    comment: 'This will need a note for customers in Norway, where the rule is different until January.',
    replies: ['Added the note, with the date on which it can be removed.'],
  },
  {
    comment: 'The quotation marks are straight in one half and curly in the other.',
    replies: ['All curly.'],
  },
  {
    comment: 'Nobody outside of our team knows what a *wave* is.',
    replies: ['A group of departures. I explain it at its first use now.'],
  },
  {
    comment: 'Can you mention me as the contact for questions? They end up with me anyway.',
    replies: ['With pleasure. You are in the last line.'],
  },
];
