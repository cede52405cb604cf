import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Trademark Policy',
    description: `Using names and logos on ${site.brandName}: other people’s, creators’ and ours. What is allowed and how to report misuse.`,
    canonical: paths.trademarkPolicy,
  }),
  queries: siteRulesQueries,
});

const sections = (house: SiteRules): readonly Section[] => [
  {
    id: 'others',
    title: 'Names and marks of others',
    body: (
      <>
        <p>
          You may name a band, a game, a film or a brand to say what a pool is about. You may not use a name or logo so
          that people think its owner runs, endorses or receives the pool, and not sell copies of branded goods.
        </p>
        <p>
          Usernames and profiles belong to the people who use them. Taking a name to sell it, or to be taken for
          somebody else, is not allowed.
        </p>
      </>
    ),
  },
  {
    id: 'profiles',
    title: 'Profiles added by fans',
    body: (
      <p>
        Anyone can add a creator to {house.brand}. Such a profile says “added by fans, not affiliated” until the creator
        claims it with proof. If it is you, you can claim it or have it removed in one step from the profile itself,
        which also keeps it from being added again.
      </p>
    ),
  },
  {
    id: 'report',
    title: 'Reporting a misuse',
    body: (
      <>
        <p>
          <Link to={paths.contactUs}>Write to us</Link> with “Trademark” as the subject, and tell us: the mark, where it
          is registered and its number (or why it is protected without); what it is used for here and the address of the
          page; why people would be misled; that you are its owner or act for them; and how we reach you.
        </p>
        <p>
          We ask the other side, then decide within ten working days: leave it, have it changed, rename it or remove it.
          Comments, reviews, parody and fan work that misleads nobody stay.
        </p>
      </>
    ),
  },
  {
    id: 'ours',
    title: `The name ${house.brand} and its mark`,
    body: (
      <>
        <p>
          You may use the name and the fan of four rays to link to {house.host}, to write about it, and to say that you
          have a pool or a profile here. Please leave the mark’s form and colors as they are, and give it room.
        </p>
        <p>
          Please do not make it part of your own name, domain or product, put it on goods, or let it look as though{' '}
          {house.brand} stands behind something it does not know of.
        </p>
        <OperatorLines house={house} />
      </>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="Trademark Policy"
      lead={() => <p>Names tell people who they deal with. These are the rules for using them honestly.</p>}
      legalSince="2026-11-21"
      sections={sections}
    />
  );
}
