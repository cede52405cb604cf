import { useState } from 'react';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article } from '#web/operator/article.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { QuestionSearch } from '#web/operator/question-search.tsx';
import { countQuestions, questionSections, questionsLd } from '#web/operator/questions.tsx';
import { operatorQuery, siteRulesOf, siteRulesQueries, termsQuery } from '#web/operator/site-rules.ts';
import { useLinkedQuestion } from '#web/operator/use-linked-question.ts';

export const page = definePage({
  head: ({ site, read }) => {
    const operator = read(operatorQuery);
    const terms = read(termsQuery);
    return {
      title: t`FAQ`,
      description: t`When a card is charged, how to withdraw, what happens if nothing is delivered, fees, payouts: answers about ${{ brand: site.brandName }}.`,
      canonical: paths.faq,
      ...(operator && terms ? { jsonLd: questionsLd(siteRulesOf(site, operator, terms)) } : {}),
    };
  },
  queries: siteRulesQueries,
});

export function Component() {
  const [text, setText] = useState('');
  useLinkedQuestion();
  return (
    <Article
      title={t`Frequently asked questions`}
      art={{ seed: 'frequently-asked-questions', hues: [325, 80] }}
      lead={(rules) => (
        <>
          <p>{t`Short answers, mostly about money. Press a question to read its answer.`}</p>
          <QuestionSearch text={text} onText={setText} found={countQuestions(rules, text)} />
        </>
      )}
      sections={(rules) => questionSections(rules, text)}
      after={<NextSteps first="browse" />}
    />
  );
}
