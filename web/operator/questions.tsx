import { paths } from '#contract/paths.ts';
import { Link } from '#web/ui/link.tsx';
import type { Section } from './article.tsx';
import type { SiteRules } from './site-rules.ts';

interface Question {
  ask: string;
  /** Plain text without markup, because the structured data for search engines uses it too. */
  answer: string;
}

const fans = (rules: SiteRules): readonly Question[] => [
  {
    ask: 'When is my card charged?',
    answer: `Only when the goal is met and the creator has accepted, or when the creator accepts the amount pledged so far without waiting for the goal. The creator’s payout account must be ready as well. Your card is then charged once, for exactly what you pledged. When you pledge, we check and save your card; nothing is charged.`,
  },
  {
    ask: 'Can I withdraw my pledge?',
    answer: `Yes, until we start charging cards. Change or withdraw your pledge on the pool’s page. After that you have bought what the pool asks for, and you’re refunded only if it isn’t delivered.`,
  },
  {
    ask: 'What happens if the goal is not met?',
    answer: `The pool ends on its deadline, every card is released, and no one pays anything.`,
  },
  {
    ask: 'What if the creator never delivers?',
    answer: `When creators accept, they set a delivery date. If nothing is delivered ${rules.grace} after that date, everyone is refunded in full automatically. You don’t have to ask.`,
  },
  {
    ask: 'What if I don’t like what was delivered?',
    answer: `If it isn’t what the pool asked for, you can object within ${rules.quiet}. An admin then decides: the creator delivers again, everyone is refunded, or the delivery stands. Not liking the result isn’t a reason to object.`,
  },
  {
    ask: 'My card was declined. What now?',
    answer: `Your pledge is marked as payment due. Press Pay Now and use another card within ${rules.payment}; we’ll remind you every ${rules.reminder}. If you don’t pay in time, your pledge is dropped and you owe nothing.`,
  },
  {
    ask: 'Who sees what I pledge?',
    answer: `Your name appears in the pool’s list of fans unless you pledge anonymously. Other fans never see how much you pledged.`,
  },
  {
    ask: 'How much can I pledge?',
    answer: `Between ${rules.minPledge} and ${rules.maxPledge}. You have one pledge per pool, and you can raise or lower it. All amounts are in US dollars.`,
  },
];

const makers = (rules: SiteRules): readonly Question[] => [
  {
    ask: 'What does it cost a creator?',
    answer: `${rules.fee} of what fans paid plus the actual card costs, deducted when the pool is completed. You see both before you accept. There are no other fees.`,
  },
  {
    ask: 'Do I have to accept?',
    answer: `No. You can decline any pool without giving a reason. If you don’t answer within ${rules.response} after the goal is met, the request lapses automatically.`,
  },
  {
    ask: 'When do I need a payout account?',
    answer: `You can accept before you have one. Cards are charged only once it is ready: a pool that has met its goal waits at most ${rules.response} for it. Then it ends, and no card is charged.`,
  },
  {
    ask: 'When do I get the money?',
    answer: `${rules.quiet} after your delivery, unless an objection is upheld or we hold the payout back. We then release the money and send it to your payout account.`,
  },
  {
    ask: 'Someone added me without asking. What can I do?',
    answer: `Profiles added by fans say so. Claim yours with a link that proves it’s you, or have it removed in one step. A removed profile can’t be added again, and pools no longer ask for you.`,
  },
  {
    ask: 'What may I deliver?',
    answer: `Files of up to 5 GB each, text and links. Images, audio and video play right on the pool’s page. Only fans who paid can open them, except for files that the creator shows to everyone after the pool is completed.`,
  },
];

const everyone = (rules: SiteRules): readonly Question[] => [
  {
    ask: 'Is a pledge a donation or an investment?',
    answer: `Neither. It’s a promise to buy one piece of content together with other fans, if it gets made.`,
  },
  {
    ask: 'Where is the money until delivery?',
    answer: `It’s held for this pool only. Every cent is recorded separately in an append-only ledger, so no entry can be changed later.`,
  },
  ...(rules.adult
    ? [
        {
          ask: 'Is there adult content?',
          answer: `Yes, in its own category. Titles, descriptions and pictures are shown only to people who confirm they’re 18 or older, and an admin reviews every adult pool before it opens.`,
        },
      ]
    : []),
  ...(rules.testMode
    ? [
        {
          ask: 'Is this real money?',
          answer: `Not here. This site runs in test mode with test cards, and no real money moves.`,
        },
      ]
    : []),
  {
    ask: 'How do I delete my account?',
    answer: `In your settings, where you can also download all your data first. You can delete your account once no money is held for you or owed to you.`,
  },
];

const groups = (rules: SiteRules) =>
  [
    ['fans', 'For fans', fans(rules)],
    ['creators', 'For creators', makers(rules)],
    ['everyone', 'For everyone', everyone(rules)],
  ] as const;

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether the question and its answer contain every word of the search, also as the beginning of a longer word. */
function questionMatches({ ask, answer }: Question, search: string): boolean {
  const words = wordsOf(`${ask} ${answer}`);
  return wordsOf(search).every((part) => words.some((word) => word.startsWith(part)));
}

/** The number of questions that match a search. Undefined for a text without words, which is no search. */
export function countQuestions(rules: SiteRules, search: string): number | undefined {
  if (wordsOf(search).length === 0) return undefined;
  return groups(rules).flatMap(([, , questions]) => questions.filter((one) => questionMatches(one, search))).length;
}

/** A question that unfolds. Its address is the page's with its anchor, which opens it (use-linked-question.ts). */
function FoldedQuestion({ ask, answer, open }: Question & { open: boolean }) {
  const id = slugOf(ask);
  return (
    <details
      id={id}
      className="question mt-3 scroll-mt-20 rounded-lg bg-surface shadow-lift print:shadow-none"
      open={open}
    >
      <summary className="group flex min-h-13 items-center gap-3 rounded-lg px-5 py-3">
        <h3 className="mt-0 font-text text-lg leading-[1.35] font-[650] tracking-normal group-hover:text-accent-text">
          {ask}
        </h3>
      </summary>
      <p className="px-5 pb-3">{answer}</p>
      <p className="question-link px-5 pb-4 text-sm print:hidden">
        <Link to={`${paths.faq}#${id}`}>
          Link to this answer<span className="sr-only">: {ask}</span>
        </Link>
      </p>
    </details>
  );
}

/** The FAQ as sections of an article. A search leaves the matching questions, unfolded. */
export function questionSections(rules: SiteRules, search = ''): readonly Section[] {
  const isSearching = wordsOf(search).length > 0;
  return groups(rules).flatMap(([id, title, questions]) => {
    const matches = questions.filter((one) => questionMatches(one, search));
    if (matches.length === 0) return [];
    return {
      id,
      title,
      body: (
        <>
          {matches.map((one) => (
            <FoldedQuestion key={one.ask} {...one} open={isSearching} />
          ))}
          {id === 'everyone' && !isSearching ? (
            <p>
              Didn’t find your answer? <Link to={paths.contactUs}>Write to us</Link>.
            </p>
          ) : null}
        </>
      ),
    };
  });
}

/** The FAQ as schema.org structured data for search engines. */
export function questionsLd(rules: SiteRules): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: groups(rules).flatMap(([, , questions]) =>
      questions.map(({ ask, answer }) => ({
        '@type': 'Question',
        name: ask,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  };
}
