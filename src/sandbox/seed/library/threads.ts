/** A comment and its replies. */
export interface Thread {
  comment: string;
  replies: readonly string[];
}

export const emojis: readonly string[] = ['👍', '🎉', '❤️', '👀', '🚀', '😄'];

/** A discussion in which everyone has a say. */
export const longThread: Thread = {
  comment:
    'Shall we rename "exception" to "incident" in all pages? Support uses one word, engineering the other, and customers use both. Please vote with a reason; I close this when everybody has answered.',
  replies: [
    'For me it is *exception*. An incident is when our system is broken, not when a truck is late.',
    'Incident. That is what customers say on the phone.',
    'Some customers. Mine say "problem".',
    'Exception, because the API calls it that, and the API cannot change before the next version.',
    'The word in the API is the strongest argument so far.',
    'I have counted: 412 pages say exception, 38 say incident.',
    'And of the 38, how many mean a broken system?',
    'Twenty-nine. So only nine pages are wrong today.',
    'Then we talk about nine pages, not about 412. Exception.',
    'I was for incident, but nine pages convince me.',
    'Drivers call it "Störung" or "storing". Translations will be something else anyway.',
    'In Polish there is one word for both. Does not help, but I wanted to say it.',
    'In Japanese the existing translation of exception sounds like a programming error. Could we look at that separately?',
    'Yes, please open a request for it, translations are independent of this vote.',
    'Opened.',
    'Legal: contracts say "deviation". Please do not change the contracts.',
    'Nobody touches the contracts. I add the three words to the glossary, each with what it means for whom.',
    'The glossary is a good idea whatever the result is.',
    'Exception, with a glossary.',
    'Same here.',
    'Partners: we have no preference, as long as the webhook names stay.',
    'They stay.',
    'From the training team: two words would cost us a new recording. Exception.',
    'So that is eleven for exception, two for incident, one for deviation, and one abstention.',
    'I withdraw my vote for incident. The glossary solves my problem.',
    'Glossary is merged, the nine pages are changed, and the search knows all three words.',
    'Thanks everyone. That was the most polite naming debate that I have seen in this company.',
  ],
};
