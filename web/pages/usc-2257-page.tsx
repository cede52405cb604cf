import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { legalQueries } from '#web/operator/legal-text.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import type { SiteRules } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`18 U.S.C. 2257 statement`,
    description: t`Record-keeping for adult content on ${{ brand: site.brandName }}: who produces it, who keeps proof of age, and where the records are.`,
    canonical: paths.usc2257,
  }),
  queries: legalQueries('usc-2257'),
});

const offered = (rules: SiteRules): readonly Section[] => [
  {
    id: 'who',
    title: verbatim('Who produces the content'),
    body: (
      <p>
        {rules.operator.name} produces none of the visual content on {rules.host}. Fans request it and independent
        creators make it. The creators are its producers under 18 U.S.C. § 2257 and 28 C.F.R. Part 75.{' '}
        {rules.operator.name} provides the service that stores and delivers it (18 U.S.C. § 2257(h)(2)(B)).
      </p>
    ),
  },
  {
    id: 'creators',
    title: verbatim('What creators must do'),
    body: (
      <>
        <p>
          Before delivering anything that shows sexually explicit conduct, a creator must do the following for every
          person in it:
        </p>
        <ul>
          <li>check a government-issued photo ID and keep a copy of it;</li>
          <li>keep proof that the person was at least 18 on the date of production, and a record of that date;</li>
          <li>
            record every name the person has used, and obtain the person’s written consent to the production and its
            publication;
          </li>
          <li>keep these records in order for seven years, and state in the delivery where they are kept;</li>
          <li>
            give us a copy: the legal name, all other names, the date of birth, a scan of the document and the date of
            production.
          </li>
        </ul>
        <p>
          An adult pool cannot be delivered without these records, or without the creator’s statement that no real
          person is shown. If anyone was under 18 on the date of production, it cannot be delivered at all. See the{' '}
          <Link to={paths.creatorAgreement}>Creator Agreement</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'checks',
    title: verbatim('What we do'),
    body: (
      <ul>
        <li>An admin reviews every adult pool before it opens.</li>
        <li>
          We store the records of performers encrypted, apart from all other data. Only our admins can read them, for a
          stated reason, and each access is recorded. We keep them for the time that the law requires, even after a
          creator deletes the account.
        </li>
        <li>We send adult titles, descriptions and pictures only to visitors who confirm that they are 18 or older.</li>
        <li>
          We immediately remove any content that may show a minor, preserve it for the authorities and report it to the
          National Center for Missing & Exploited Children. Use the Report button; we handle these reports first.
        </li>
      </ul>
    ),
  },
];

const notOffered = (rules: SiteRules): Section => ({
  id: 'none',
  title: verbatim('No sexually explicit content'),
  body: (
    <p>
      {rules.brand} does not offer sexually explicit content. Asking for it, posting it or delivering it violates the{' '}
      <Link to={paths.termsOfService}>Terms of Service</Link>, and we remove pools that do. No records under 18 U.S.C. §
      2257 are therefore required.
    </p>
  ),
});

const custodian = (rules: SiteRules): Section => ({
  id: 'custodian',
  title: verbatim('Custodian of records'),
  body: (
    <>
      <p>
        The custodian keeps the records that creators gave us. Send questions about this statement and the records to:
      </p>
      <OperatorLines rules={rules} who={rules.operator.records} />
    </>
  ),
});

export function Component() {
  return (
    <Article
      title={t`18 U.S.C. § 2257 statement`}
      lead={() => <p>{t`Record-keeping requirements for sexually explicit content, and how we meet them.`}</p>}
      legal={{ page: 'usc-2257', since: '2026-11-22' }}
      sections={(rules) => [...(rules.adult ? offered(rules) : [notOffered(rules)]), custodian(rules)]}
    />
  );
}
