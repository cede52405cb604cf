import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'California privacy rights (CCPA)',
    description: `What California law lets you ask of ${site.brandName}: to know, correct, delete and take along your data. We neither sell nor share it.`,
    canonical: paths.ccpa,
  }),
  queries: siteRulesQueries,
});

const sections = (house: SiteRules): readonly Section[] => [
  {
    id: 'notice',
    title: 'Notice at collection',
    body: (
      <>
        <p>
          In the last twelve months we collected these categories of personal information, from you and from your
          browser, for the purposes and times that the <Link to={paths.privacyPolicy}>Privacy Policy</Link> names.
        </p>
        <ArticleTable
          label="Categories under the CCPA"
          head={['Category', 'What it is here', 'Disclosed to']}
          rows={[
            ['Identifiers', 'E-mail address, username, IP address', 'Hosting, mail server, card processor'],
            ['Customer records', 'Name, if you give one; card brand, last four digits', 'Card processor'],
            ['Commercial information', 'Pledges, payments, refunds, payouts', 'Card processor, tax authorities'],
            ['Internet activity', 'Sign-ins, requests in the server’s log', 'Hosting'],
            ['Audio and visual', 'Pictures and files that you upload', 'Those you upload them for'],
            ['Sensitive information', 'Your sign-in with its password, as a hash', 'Nobody'],
          ]}
        />
      </>
    ),
  },
  {
    id: 'no-sale',
    title: 'We do not sell or share',
    body: (
      <p>
        We do not sell personal information and do not share it for advertising across sites, and have not done so in
        the last twelve months, neither of adults nor of people under 16. There is therefore nothing to opt out of; a
        Global Privacy Control signal changes nothing because it is already so. We use sensitive information only to
        sign you in.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <ul>
        <li>
          <b>To know and take along:</b> download everything that is yours from the settings of{' '}
          <Link to={paths.myAccount}>your account</Link>, as a zip of readable files.
        </li>
        <li>
          <b>To correct:</b> change your profile and address there.
        </li>
        <li>
          <b>To delete:</b> delete the account there. What tax law and the books require stays, without your name.
        </li>
        <li>
          <b>To limit</b> the use of sensitive information: it is limited already.
        </li>
        <li>
          <b>Not to be treated worse</b> for using any of these: nobody is.
        </li>
      </ul>
    ),
  },
  {
    id: 'how',
    title: 'How to ask',
    body: (
      <>
        <p>
          Do it yourself in your account, or <Link to={paths.contactUs}>write to us</Link> with “California privacy” as
          the subject. We confirm within 10 business days and answer within 45 days; if we need 45 more, we tell you
          why. To be sure that it is you, we ask you to write from the address of your account or to sign in; we ask for
          no identity card.
        </p>
        <p>
          Somebody else may ask for you with your signed permission, which we confirm with you. If we refuse, we say
          why, and you may ask us to look again or complain to the California Privacy Protection Agency.
        </p>
        <OperatorLines house={house} />
      </>
    ),
  },
  {
    id: 'shine-the-light',
    title: 'Shine the Light',
    body: (
      <p>
        California Civil Code § 1798.83: we disclose no personal information to others for their own direct marketing.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="California privacy rights"
      lead={({ brand }) => (
        <p>
          For people who live in California, under the California Consumer Privacy Act as amended by the CPRA. {brand}{' '}
          gives everybody the same rights.
        </p>
      )}
      legalSince="2026-11-21"
      sections={sections}
    />
  );
}
