import { BookOpen } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { scopeTexts } from '#web/accounts/api-tokens/scope-texts.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { Automation } from '#web/operator/developers/automation.tsx';
import { EventList } from '#web/operator/developers/event-list.tsx';
import { FirstCall } from '#web/operator/developers/first-call.tsx';
import { Offers } from '#web/operator/developers/offers.tsx';
import { Addresses, Changes, Errors, Limits, Tokens } from '#web/operator/developers/reference.tsx';
import { WebhookGuide } from '#web/operator/developers/webhook-guide.tsx';
import { siteRulesQueries } from '#web/operator/site-rules.ts';
import { buttonClass, LinkButton } from '#web/ui/button.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`Developers`,
    description: t`The API, events and webhooks of ${{ brand: site.brandName }}: a first call in a minute, code that verifies signatures, and limits.`,
    canonical: paths.developers,
  }),
  queries: siteRulesQueries,
});

const sections = (): readonly Section[] => [
  { id: 'overview', title: t`What you can build on`, body: <Offers /> },
  { id: 'first-call', title: t`Your first call`, body: <FirstCall /> },
  { id: 'tokens', title: t`Tokens and scopes`, body: <Tokens texts={scopeTexts} /> },
  {
    id: 'events',
    title: t`Events`,
    body: (
      <>
        <p>{t`An event keeps its id forever, so handle each id once. Everything else in it is up to date when you read it: a pool has its current figures, and a deleted comment is gone. Amounts are in whole US cents.`}</p>
        <p>{t`No event has an email address. An anonymous pledge has no id and no fan, and an adult pool has no title and no text. You get the events of pools that you started or that ask you, and those of your page and payouts. Admins get those of the whole site, except the ones for “The person concerned”.`}</p>
        <EventList />
      </>
    ),
  },
  { id: 'webhooks', title: t`Webhooks`, body: <WebhookGuide /> },
  { id: 'automation', title: t`n8n and Zapier`, body: <Automation /> },
  { id: 'addresses', title: t`Embeds, feeds and calendars`, body: <Addresses /> },
  { id: 'errors', title: t`Errors`, body: <Errors /> },
  { id: 'limits', title: t`Limits`, body: <Limits /> },
  { id: 'changes', title: t`Changes`, body: <Changes /> },
];

function Beginning() {
  return (
    <div className="mt-5 flex flex-wrap gap-3 print:hidden">
      <LinkButton to={paths.apiTokens} variant="primary">{t`Create a token`}</LinkButton>
      <a href="/api/docs" className={buttonClass()}>
        <BookOpen aria-hidden="true" />
        {t`All calls`}
      </a>
    </div>
  );
}

export function Component() {
  return (
    <Article
      title={t`Developers`}
      art={{ seed: 'developers', hues: [187, 325] }}
      lead={({ brand }) => (
        <>
          <p>{t`Read ${{ brand }} from your own programs, and hear right away when someone pledges, a goal is met or a delivery arrives. All you need to begin is an account, a token and curl.`}</p>
          <Beginning />
        </>
      )}
      sections={sections}
    />
  );
}
