import { inEnglish, type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { hasWords, isSearch } from '#contract/values/fold-text.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import type { Section } from './article.tsx';
import type { SiteRules } from './site-rules.ts';

interface Question {
  ask: Message;
  /** Plain text without markup, because the structured data for search engines uses it too. */
  answer: Text;
}

const fans = (rules: SiteRules): readonly Question[] => [
  {
    ask: msg`When is my card charged?`,
    answer: t`Only when the goal is met and the creator has accepted, or when the creator accepts the amount pledged so far without waiting for the goal. The creator’s payout account must be ready as well. Your card is then charged once, for exactly what you pledged. When you pledge, we check and save your card; nothing is charged.`,
  },
  {
    ask: msg`Can I withdraw my pledge?`,
    answer: t`Yes, until we start charging cards. Change or withdraw your pledge on the pool’s page. After that you have bought what the pool asks for, and you’re refunded only if it isn’t delivered.`,
  },
  {
    ask: msg`What happens if the goal is not met?`,
    answer: t`The pool ends on its deadline, every card is released, and no one pays anything.`,
  },
  {
    ask: msg`What if the creator never delivers?`,
    answer: t`When creators accept, they set a delivery date. If nothing is delivered ${{ someDaysAfter: rules.afterGrace }} that date, everyone is refunded in full automatically. You don’t have to ask.`,
  },
  {
    ask: msg`What if I don’t like what was delivered?`,
    answer: t`If it isn’t what the pool asked for, you can object ${{ withinSomeDays: rules.withinQuiet }}. An admin then decides: the creator delivers again, everyone is refunded, or the delivery stands. Not liking the result isn’t a reason to object.`,
  },
  {
    ask: msg`My card was declined. What now?`,
    answer: t`Your pledge is marked as payment due. Press Pay Now and use another card ${{ withinSomeDays: rules.withinPayment }}; we’ll remind you ${{ everySomeHours: rules.everyReminder }}. If you don’t pay in time, your pledge is dropped and you owe nothing.`,
  },
  {
    ask: msg`Who sees what I pledge?`,
    answer: t`Your name appears in the pool’s list of fans unless you pledge anonymously. Other fans never see how much you pledged.`,
  },
  {
    ask: msg`How much can I pledge?`,
    answer: t`Between ${{ minPledge: rules.minPledge }} and ${{ maxPledge: rules.maxPledge }}. You have one pledge per pool, and you can raise or lower it. All amounts are in US dollars.`,
  },
];

const makers = (rules: SiteRules): readonly Question[] => [
  {
    ask: msg`What does it cost a creator?`,
    answer: t`${{ fee: rules.fee }} of what fans paid plus the actual card costs, deducted when the pool is completed. You see both before you accept. There are no other fees.`,
  },
  {
    ask: msg`Do I have to accept?`,
    answer: t`No. You can decline any pool without giving a reason. If you don’t answer ${{ withinSomeDays: rules.withinResponse }} after the goal is met, the request lapses automatically.`,
  },
  {
    ask: msg`When do I need a payout account?`,
    answer: t`You can accept before you have one. Cards are charged only once it is ready: a pool that has met its goal waits at most ${{ timeToAnswer: rules.response }} for it. Then it ends, and no card is charged.`,
  },
  {
    ask: msg`When do I get the money?`,
    answer: t`${{ someDaysAfter: rules.afterQuiet }} your delivery, unless an objection is upheld or we hold the payout back. We then release the money and send it to your payout account.`,
  },
  {
    ask: msg`Someone added me without asking. What can I do?`,
    answer: t`Profiles added by fans say so. Claim yours with a link that proves it’s you, or have it removed in one step. A removed profile can’t be added again, and pools no longer ask for you.`,
  },
  {
    ask: msg`What may I deliver?`,
    answer: t`Files of up to 5 GB each, text and links. Images, audio and video play right on the pool’s page. Only fans who paid can open them, except for files that the creator shows to everyone after the pool is completed.`,
  },
];

const everyone = (rules: SiteRules): readonly Question[] => [
  {
    ask: msg`Is a pledge a donation or an investment?`,
    answer: t`Neither. It’s a promise to buy one piece of content together with other fans, if it gets made.`,
  },
  {
    ask: msg`Where is the money until delivery?`,
    answer: t`It’s held for this pool only. Every cent is recorded separately in an append-only ledger, so no entry can be changed later.`,
  },
  ...(rules.adult
    ? [
        {
          ask: msg`Is there adult content?`,
          answer: t`Yes, in its own category. Titles, descriptions and pictures are shown only to people who confirm they’re 18 or older, and an admin reviews every adult pool before it opens.`,
        },
      ]
    : []),
  ...(rules.testMode
    ? [
        {
          ask: msg`Is this real money?`,
          answer: t`Not here. This site runs in test mode with test cards, and no real money moves.`,
        },
      ]
    : []),
  {
    ask: msg`How do I delete my account?`,
    answer: t`In your settings, where you can also download all your data first. You can delete your account once no money is held for you or owed to you.`,
  },
];

const groups = (rules: SiteRules) =>
  [
    ['fans', t`For fans`, fans(rules)],
    ['creators', t`For creators`, makers(rules)],
    ['everyone', t`For everyone`, everyone(rules)],
  ] as const;

/** The anchor of a question, from its English text, so that a link to it works in every language. */
const slugOf = (ask: Message) =>
  inEnglish(ask)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Whether the question and its answer contain every word of the search, also as the beginning of a longer word. */
const questionMatches = ({ ask, answer }: Question, search: string) => hasWords(`${textOf(ask)} ${answer}`, search);

/** The number of questions that match a search. Undefined for a text without words, which is no search. */
export function countQuestions(rules: SiteRules, search: string): number | undefined {
  if (!isSearch(search)) return undefined;
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
          {textOf(ask)}
        </h3>
      </summary>
      <p className="px-5 pb-3">{answer}</p>
      <p className="question-link px-5 pb-4 text-sm print:hidden">
        <Link to={`${paths.faq}#${id}`}>
          <RichText
            text={msg`Link to this answer<about>: ${{ question: textOf(ask) }}</about>`}
            tags={{ about: (text) => <span className="sr-only">{text}</span> }}
          />
        </Link>
      </p>
    </details>
  );
}

/** The FAQ as sections of an article. A search leaves the matching questions, unfolded. */
export function questionSections(rules: SiteRules, search = ''): readonly Section[] {
  const isSearching = isSearch(search);
  return groups(rules).flatMap(([id, title, questions]) => {
    const matches = questions.filter((one) => questionMatches(one, search));
    if (matches.length === 0) return [];
    return {
      id,
      title,
      body: (
        <>
          {matches.map((one) => (
            <FoldedQuestion key={slugOf(one.ask)} {...one} open={isSearching} />
          ))}
          {id === 'everyone' && !isSearching ? (
            <p>
              <RichText
                text={msg`Didn’t find your answer? <link>Write to us</link>.`}
                tags={{ link: (text) => <Link to={paths.contactUs}>{text}</Link> }}
              />
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
        name: textOf(ask),
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  };
}
