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
    title: t`Trademark Policy`,
    description: t`How you may use names and logos on ${{ brand: site.brandName }}: other people’s, creators’ and ours. How to report misuse.`,
    canonical: paths.trademarkPolicy,
  }),
  queries: legalQueries('trademark-policy'),
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'others',
    title: verbatim('Other people’s names and marks'),
    body: (
      <>
        <p>
          You may name a band, a game, a film or a brand to say what a pool is about. You may not use a name or logo in
          a way that suggests its owner runs, endorses or benefits from the pool. You may not sell copies of branded
          goods.
        </p>
        <p>
          Usernames and profiles belong to the people who use them. You may not take a username to sell it or to
          impersonate someone else.
        </p>
      </>
    ),
  },
  {
    id: 'profiles',
    title: verbatim('Profiles added by fans'),
    body: (
      <p>
        Anyone can add a creator to {rules.brand}. Such a profile says “added by fans, not affiliated” until the creator
        claims it with proof. If the profile is about you, you can claim it there or have it removed in one step. A
        removed profile can’t be added again.
      </p>
    ),
  },
  {
    id: 'report',
    title: verbatim('Reporting misuse'),
    body: (
      <>
        <p>
          <Link to={paths.contactUs}>Write to us</Link> with “Trademark” as the subject, and tell us: the mark, where it
          is registered and its registration number (or why it is protected without registration); how it is used here
          and the URL of the page; why the use is misleading; that you own the mark or act for its owner; and how to
          reach you.
        </p>
        <p>
          We hear the other side, then decide within 10 business days whether to leave the content, have it changed,
          rename it or remove it. Comments, reviews, parody and fan work stay if they don’t mislead anyone.
        </p>
      </>
    ),
  },
  {
    id: 'ours',
    title: verbatim(`The ${rules.brand} name and mark`),
    body: (
      <>
        <p>
          You may use the name and the mark (a fan of four rays) to link to {rules.host}, to write about {rules.brand},
          and to say that you have a pool or a profile here. Don’t change the mark’s shape or colors, and leave clear
          space around it.
        </p>
        <p>
          Don’t make either part of your name, domain or product, don’t put them on merchandise, and don’t imply that{' '}
          {rules.brand} endorses something that it doesn’t.
        </p>
        <OperatorLines rules={rules} />
      </>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`Trademark Policy`}
      lead={() => <p>{t`Names tell people who they’re dealing with. These are the rules for using them honestly.`}</p>}
      legal={{ page: 'trademark-policy', since: '2026-11-21' }}
      sections={sections}
    />
  );
}
