import { paths } from '#contract/paths.ts';
import { Link } from '#web/ui/link.tsx';
import type { Section } from './article.tsx';
import type { SiteRules } from './site-rules.ts';

interface Question {
  ask: string;
  /** In sentences without markup, so that search engines can show it, too. */
  answer: string;
}

const fans = (house: SiteRules): readonly Question[] => [
  {
    ask: 'When is my card charged?',
    answer: `Only when the goal is met and the creator has said yes, and then once, for exactly what you pledged. When you pledge, your card is checked and saved; nothing is charged.`,
  },
  {
    ask: 'Can I take my pledge back?',
    answer: `Yes, until collecting begins: change or withdraw it on the pool’s page. After that you have bought what the pool asks for, and get your money back only if it is not delivered.`,
  },
  {
    ask: 'What happens if the goal is not met?',
    answer: `On the deadline the pool ends, every card is released, and nobody has paid anything.`,
  },
  {
    ask: 'What if the creator never delivers?',
    answer: `The creator states a date when accepting. ${house.grace} after it, everybody is paid back in full by itself. You do not have to ask.`,
  },
  {
    ask: 'What if I do not like what was delivered?',
    answer: `You can object within ${house.quiet} if it is not what the pool asked for. An admin decides: the creator delivers again, everybody is paid back, or it stays. Taste alone is no objection.`,
  },
  {
    ask: 'My card was declined. What now?',
    answer: `Your pledge then says that payment is due. Use Pay Now with another card within ${house.payment}; we remind you every ${house.reminder}. After that your pledge is dropped and you owe nothing.`,
  },
  {
    ask: 'Who sees what I pledge?',
    answer: `Your name stands in the pool’s list of fans, unless you pledge anonymously. Amounts of single people are not shown to other fans.`,
  },
  {
    ask: 'How much can I pledge?',
    answer: `Between ${house.minPledge} and ${house.maxPledge}, once in each pool; you can raise or lower it. All amounts are in US dollars.`,
  },
];

const makers = (house: SiteRules): readonly Question[] => [
  {
    ask: 'What does it cost a creator?',
    answer: `${house.fee} of what was paid and the true card costs, taken when the pool is completed. You see both before you say yes. Nothing else costs anything.`,
  },
  {
    ask: 'Do I have to accept?',
    answer: `No. Decline any pool, without a reason. If you do not answer within ${house.response} of the goal being met, it lapses by itself.`,
  },
  {
    ask: 'When do I get the money?',
    answer: `${house.quiet} after your delivery, if no objection is upheld, it is released and paid out to your payout account.`,
  },
  {
    ask: 'Somebody added me without asking. What can I do?',
    answer: `A profile that fans added says so. Claim it with a link that proves it is you, or have it removed in one step; it cannot be added again then, and pools that ask you no longer do.`,
  },
  {
    ask: 'What may I deliver?',
    answer: `Files of up to 5 GB each, text and links. Pictures, sound and video can be looked at right in the pool. Only people who paid can reach them.`,
  },
];

const everyone = (house: SiteRules): readonly Question[] => [
  {
    ask: 'Is a pledge a donation or an investment?',
    answer: `Neither. It is the promise to buy one piece of content, together with others, if it is made.`,
  },
  {
    ask: 'Where is the money in between?',
    answer: `It is held for this one pool and recorded apart from everything else, cent by cent, in books that are only ever added to.`,
  },
  ...(house.adult
    ? [
        {
          ask: 'Is there adult content?',
          answer: `There is a category for it. Its titles, texts and pictures are sent only to people who say that they are 18 or older, and every such pool is looked at before it opens.`,
        },
      ]
    : []),
  ...(house.testMode
    ? [
        {
          ask: 'Is this real money?',
          answer: `Not on this installation: it runs in test mode with test cards, and no real money moves.`,
        },
      ]
    : []),
  {
    ask: 'How do I delete my account?',
    answer: `In your settings, where you can also download all your data first. It waits until no money is held for you or owed to you.`,
  },
];

const groups = (house: SiteRules) =>
  [
    ['fans', 'For fans', fans(house)],
    ['creators', 'For creators', makers(house)],
    ['everyone', 'For everyone', everyone(house)],
  ] as const;

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The FAQ as sections of an article. */
export function questionSections(house: SiteRules): readonly Section[] {
  return groups(house).map(([id, title, questions]) => ({
    id,
    title,
    body: (
      <>
        {questions.map(({ ask, answer }) => (
          <div key={ask}>
            <h3 id={slugOf(ask)}>{ask}</h3>
            <p>{answer}</p>
          </div>
        ))}
        {id === 'everyone' ? (
          <p>
            Not answered? <Link to={paths.contactUs}>Write to us</Link>.
          </p>
        ) : null}
      </>
    ),
  }));
}

/** The same for search engines (schema.org). */
export function questionsLd(house: SiteRules): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: groups(house).flatMap(([, , questions]) =>
      questions.map(({ ask, answer }) => ({
        '@type': 'Question',
        name: ask,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    ),
  };
}
