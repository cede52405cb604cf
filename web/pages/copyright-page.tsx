import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Copyright and DMCA',
    description: `How to report content on ${site.brandName} that infringes your copyright, what happens next, and how to answer a notice.`,
    canonical: paths.copyright,
  }),
  queries: siteRulesQueries,
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'rule',
    title: 'The rule',
    body: (
      <p>
        Post and deliver only content that you own, that you have permission to use, or that the law lets anyone use. A
        pool may ask for a cover, a parody or a remix. The creator who delivers it is responsible for any permission it
        requires.
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
          that includes all of the following:
        </p>
        <ol>
          <li>the work, or a list of the works;</li>
          <li>where it appears on {rules.host}: the URL of the pool, comment, profile or delivery;</li>
          <li>your name, postal address, telephone number and email address;</li>
          <li>
            this sentence: “I believe in good faith that this use is not authorized by the copyright owner, its agent or
            the law”;
          </li>
          <li>
            this sentence: “The information in this notice is accurate, and under penalty of perjury I am the owner, or
            authorized to act for the owner”;
          </li>
          <li>your signature; you may type your full name.</li>
        </ol>
        <h3>The designated agent</h3>
        <OperatorLines rules={rules} who={rules.operator.agent} />
      </>
    ),
  },
  {
    id: 'then',
    title: 'What happens next',
    body: (
      <ul>
        <li>We review complete notices within two business days and remove or block the content they identify.</li>
        <li>
          We notify the person who posted the content and send them your notice. We may publish the notice in a public
          database, without your address.
        </li>
        <li>
          If a pool can no longer be delivered because of the notice, everyone who paid is refunded, as with any pool
          that is removed.
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
          If we removed your content by mistake, send the agent a counter-notice with: what was removed and where it
          appeared; your name, address and telephone number; “Under penalty of perjury, I believe in good faith that
          this was removed by mistake or misidentification”; your consent to the jurisdiction of the federal court of
          your district (or, outside the United States, of our district) and to accept service from the person who sent
          the notice; and your signature.
        </p>
        <p>
          We forward it to that person. If no court action is filed within 10 to 14 business days, we restore the
          content if its pool still exists.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Repeat infringement and misuse',
    body: (
      <p>
        We suspend the accounts of repeat infringers. If you send a notice or counter-notice that you know is false, you
        are liable for the damages it causes (17 U.S.C. § 512(f)). If you are unsure whether something is fair use, ask
        a lawyer first. For names and logos, see the <Link to={paths.trademarkPolicy}>Trademark Policy</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="Copyright"
      lead={({ brand }) => <p>{brand} exists for people who make things. They own what they make.</p>}
      legalSince="2026-11-21"
      sections={sections}
    />
  );
}
