import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { legalQueries } from '#web/operator/legal-text.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import type { SiteRules } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`California privacy rights (CCPA)`,
    description: t`Your rights under California law at ${{ brand: site.brandName }}: to know, correct, delete and export your data. We don’t sell or share it.`,
    canonical: paths.ccpa,
  }),
  queries: legalQueries('ccpa'),
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'notice',
    title: verbatim('Notice at collection'),
    body: (
      <>
        <p>
          In the last 12 months we collected these categories of personal information from you and from your browser.
          The <Link to={paths.privacyPolicy}>Privacy Policy</Link> says why we collect them and how long we keep them.
        </p>
        <ArticleTable
          label={verbatim('Categories under the CCPA')}
          head={['Category', 'What we collect', 'Disclosed to'].map(verbatim)}
          rows={[
            [
              verbatim('Identifiers'),
              'Email address, username, IP address',
              'Hosting provider, mail server, card processor',
            ],
            [verbatim('Customer records'), 'Name, if you give one; card brand, last four digits', 'Card processor'],
            [
              verbatim('Commercial information'),
              'Pledges, payments, refunds, payouts',
              'Card processor, tax authorities',
            ],
            [verbatim('Internet activity'), 'Sign-ins, requests in the server’s log', 'Hosting provider'],
            [verbatim('Audio and visual'), 'Pictures and files that you upload', 'The people you share them with'],
            [verbatim('Sensitive information'), 'Your sign-in with its password, stored as a hash', 'No one'],
          ]}
        />
      </>
    ),
  },
  {
    id: 'no-sale',
    title: verbatim('We do not sell or share'),
    body: (
      <p>
        We do not sell personal information or share it for cross-site advertising, and we have not done so in the last
        12 months. This applies to adults and to people under 16. There is nothing to opt out of, so a Global Privacy
        Control signal changes nothing. We use sensitive information only to sign you in.
      </p>
    ),
  },
  {
    id: 'rights',
    title: verbatim('Your rights'),
    body: (
      <ul>
        <li>
          <b>To know and export:</b> download all your data from the settings of{' '}
          <Link to={paths.myAccount}>your account</Link> as a zip of readable files.
        </li>
        <li>
          <b>To correct:</b> change your profile and email address in your account.
        </li>
        <li>
          <b>To delete:</b> delete your account in its settings. We keep only what tax and accounting law requires,
          without your name.
        </li>
        <li>
          <b>To limit</b> the use of sensitive information: we already use it only to sign you in.
        </li>
        <li>
          <b>Not to be discriminated against</b> for using any of these rights: we treat everyone the same.
        </li>
      </ul>
    ),
  },
  {
    id: 'how',
    title: verbatim('How to make a request'),
    body: (
      <>
        <p>
          Use your account settings, or <Link to={paths.contactUs}>write to us</Link> with “California privacy” as the
          subject. We confirm your request within 10 business days and respond within 45 days. If we need another 45
          days, we’ll tell you why. To verify that it’s you, we ask you to sign in or to write from your account’s email
          address. We do not ask for ID.
        </p>
        <p>
          An authorized agent may make a request for you with your signed permission, which we confirm with you. If we
          deny a request, we tell you why. You may then appeal to us or complain to the California Privacy Protection
          Agency.
        </p>
        <OperatorLines rules={rules} />
      </>
    ),
  },
  {
    id: 'shine-the-light',
    title: verbatim('Shine the Light'),
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
      title={t`California privacy rights`}
      lead={({ brand }) => (
        <p>{t`For California residents, under the California Consumer Privacy Act as amended by the CPRA. ${{ brand }} gives everyone the same rights.`}</p>
      )}
      legal={{ page: 'ccpa', since: '2026-11-21' }}
      sections={sections}
    />
  );
}
