import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Copyright and DMCA',
    description: `How to report content on ${site.brandName} that infringes your copyright, what happens then, and how to answer a notice.`,
    canonical: paths.copyright,
  }),
  queries: siteRulesQueries,
});

const sections = (house: SiteRules): readonly Section[] => [
  {
    id: 'rule',
    title: 'The rule',
    body: (
      <p>
        Only post and deliver what is yours, what you have permission for, or what the law lets anybody use. A pool may
        ask for a cover, a parody or a remix; whoever delivers it answers for the permissions it takes.
      </p>
    ),
  },
  {
    id: 'notice',
    title: 'Sending a notice',
    body: (
      <>
        <p>
          If your work is used here without permission, send our designated agent a notice under 17 U.S.C. § 512(c)(3)
          with all of this:
        </p>
        <ol>
          <li>which work it is, or a list of them;</li>
          <li>where on {house.host} it is: the address of the pool, comment, profile or delivery;</li>
          <li>your name, postal address, telephone number and e-mail address;</li>
          <li>
            this sentence: “I believe in good faith that this use is not authorized by the copyright owner, its agent or
            the law”;
          </li>
          <li>
            this sentence: “The information in this notice is accurate, and under penalty of perjury I am the owner, or
            authorized to act for the owner”;
          </li>
          <li>your signature; typing your full name is one.</li>
        </ol>
        <h3>The designated agent</h3>
        <OperatorLines house={house} who={house.operator.agent} />
      </>
    ),
  },
  {
    id: 'then',
    title: 'What happens then',
    body: (
      <ul>
        <li>We look at complete notices within two working days and remove or block what they name.</li>
        <li>
          We tell the person who posted it and send them your notice. It may be published in a database of notices,
          without your address.
        </li>
        <li>
          If a pool can no longer be delivered because of it, everybody who paid is paid back, as with any pool that is
          removed.
        </li>
      </ul>
    ),
  },
  {
    id: 'counter',
    title: 'Answering a notice',
    body: (
      <>
        <p>
          If what you posted was removed by mistake, send the agent a counter-notice with: what was removed and where it
          stood; your name, address and telephone number; “Under penalty of perjury, I believe in good faith that this
          was removed by mistake or misidentification”; your consent to the jurisdiction of the federal court of your
          district (or, outside of the United States, of ours) and to accept service from whoever sent the notice; and
          your signature.
        </p>
        <p>
          We send it on. If no court action is filed within 10 to 14 business days, what was removed comes back, where
          its pool still exists.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Repeated infringement, and misuse',
    body: (
      <p>
        Accounts that infringe repeatedly are suspended. Knowingly false notices and counter-notices make their sender
        liable for the damage (17 U.S.C. § 512(f)). If you are unsure whether something is fair use, ask a lawyer first.
        For names and logos there is the <Link to={paths.trademarkPolicy}>Trademark Policy</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="Copyright"
      lead={({ brand }) => <p>{brand} exists for people who make things. What they make is theirs.</p>}
      legalSince="2026-11-21"
      sections={sections}
    />
  );
}
