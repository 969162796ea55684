/** A comment and its replies. */
export interface Thread {
  comment: string;
  replies: readonly string[];
}

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
  { comment: 'I checked the figures against the dashboard, they are right.', replies: [] },
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
  { comment: 'Approved from the security side. The sentence about secrets is exactly right.', replies: ['Thank you!'] },
  {
    comment: 'Translators will stumble over "it" here: the device or the server?',
    replies: ['The device. Fixed in both places.', 'And in the note at the end.'],
  },
];

/** Threads on spaces. */
export const discussions: readonly Thread[] = [
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
  { comment: 'Onboarded two people with this last week. They had no questions at all, which is a first.', replies: [] },
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
  { comment: 'Please keep this page short. It is the only one that drivers read on a phone.', replies: ['Noted.'] },
];

export const emojis: readonly string[] = ['👍', '🎉', '❤️', '👀', '🚀', '😄'];
