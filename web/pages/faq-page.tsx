import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article } from '#web/operator/article.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { questionSections, questionsLd } from '#web/operator/questions.tsx';
import { operatorQuery, siteRulesOf, siteRulesQueries, termsQuery } from '#web/operator/site-rules.ts';

export const page = definePage({
  head: ({ site, read }) => {
    const operator = read(operatorQuery);
    const terms = read(termsQuery);
    return {
      title: 'FAQ',
      description: `When a card is charged, how to withdraw, what happens if nothing is delivered, fees, payouts: answers about ${site.brandName}.`,
      canonical: paths.faq,
      ...(operator && terms ? { jsonLd: questionsLd(siteRulesOf(site, operator, terms)) } : {}),
    };
  },
  queries: siteRulesQueries,
});

export function Component() {
  return (
    <Article
      title="Frequently asked questions"
      lead={() => <p>Short answers, mostly about money.</p>}
      sections={questionSections}
      after={<NextSteps first="browse" />}
    />
  );
}
