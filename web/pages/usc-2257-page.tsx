import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: '18 U.S.C. 2257 statement',
    description: `Record-keeping for adult content on ${site.brandName}: who produces it, who keeps proof of age, and where the records are.`,
    canonical: paths.usc2257,
  }),
  queries: siteRulesQueries,
});

const offered = (house: SiteRules): readonly Section[] => [
  {
    id: 'who',
    title: 'Who produces the content',
    body: (
      <p>
        {house.operator.name} produces none of the visual content on {house.host}. It is requested by fans and made by
        independent creators, who are its producers in the sense of 18 U.S.C. § 2257 and 28 C.F.R. Part 75.{' '}
        {house.operator.name} provides the service by which it is stored and delivered (18 U.S.C. § 2257(h)(2)(B)).
      </p>
    ),
  },
  {
    id: 'creators',
    title: 'What creators must do',
    body: (
      <>
        <p>
          Before delivering anything that shows sexually explicit conduct, a creator must have, for every person in it:
        </p>
        <ul>
          <li>checked an official identity document with a picture, and kept a copy of it;</li>
          <li>proof that the person was at least 18 on the day of production, and that day’s date;</li>
          <li>
            every name the person has used, and the person’s written consent to the production and its publication;
          </li>
          <li>records kept in order for seven years, and a statement of where they are kept in the delivery itself.</li>
        </ul>
        <p>
          We may ask for these records at any time, and hold or refuse a delivery without them. See the{' '}
          <Link to={paths.creatorAgreement}>Creator Agreement</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'checks',
    title: 'What we do',
    body: (
      <ul>
        <li>Every adult pool is looked at by an admin before it opens.</li>
        <li>Adult titles, texts and pictures are sent only to visitors who say that they are 18 or older.</li>
        <li>
          Whatever may show a minor is removed at once, preserved for the authorities and reported to the National
          Center for Missing & Exploited Children. Use the Report button; such reports come first.
        </li>
      </ul>
    ),
  },
];

const notOffered = (house: SiteRules): Section => ({
  id: 'none',
  title: 'No such content here',
  body: (
    <p>
      {house.brand} does not offer sexually explicit content. Asking for it, posting it or delivering it is against the{' '}
      <Link to={paths.termsOfService}>Terms of Service</Link>, and pools that do are removed. No records under 18 U.S.C.
      § 2257 are therefore required.
    </p>
  ),
});

const custodian = (house: SiteRules): Section => ({
  id: 'custodian',
  title: 'Custodian of records',
  body: (
    <>
      <p>Questions about this statement, and about records that concern {house.operator.name} itself, go to:</p>
      <OperatorLines house={house} who={house.operator.records} />
    </>
  ),
});

export function Component() {
  return (
    <Article
      title="18 U.S.C. § 2257 statement"
      lead={() => <p>Record-keeping requirements for sexually explicit content, and how they are met here.</p>}
      legalSince="2026-11-21"
      sections={(house) => [...(house.adult ? offered(house) : [notOffered(house)]), custodian(house)]}
    />
  );
}
