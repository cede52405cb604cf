import { directionOf } from '#contract/language/languages.ts';
import { currentLocale, t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { legalQueries } from '#web/operator/legal-text.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import type { SiteRules } from '#web/operator/site-rules.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';

const TakedownForm = lazyComponent(async () => (await import('#web/legal/takedown-form.tsx')).TakedownForm, {
  soon: true,
  waiting: <Skeleton className="h-140 w-full" />,
});

export const page = definePage({
  head: ({ site }) => ({
    title: t`Copyright and DMCA`,
    description: t`How to report content on ${{ brand: site.brandName }} that infringes your copyright, what happens next, and how to respond to a notice.`,
    canonical: paths.copyright,
  }),
  queries: legalQueries('copyright'),
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'rule',
    title: verbatim('The rule'),
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
    title: verbatim('Sending a notice'),
    body: (
      <>
        <p>
          If your work is used here without permission, send us a notice under 17 U.S.C. § 512(c)(3). The{' '}
          <a href="#form">form below</a> asks for all of it, and you need no account. You can also write to our
          designated agent. A notice includes all of the following:
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
    id: 'form',
    title: verbatim('The form'),
    body: (
      // The form is in the language of the reader, unlike the text around it.
      <div className="mt-3" lang={currentLocale()} dir={directionOf(currentLocale())}>
        <TakedownForm />
      </div>
    ),
  },
  {
    id: 'then',
    title: verbatim('What happens next'),
    body: (
      <ul>
        <li>
          We confirm your notice by email and review it within two business days. If something is missing, we tell you
          what. Otherwise we disable the content it identifies: only our admins can see it.
        </li>
        <li>
          We notify the person who posted the content. They see the notice with your name and email address, but not
          your postal address and phone number.
        </li>
        <li>
          While the title, text or pictures of a pool or a delivery are disabled, the pool is frozen and no money moves.
          If the content stays disabled, a pool is removed and everything held for it or for the delivery is refunded.
        </li>
        <li>
          We count notices and counter-notices in our <Link to={paths.moderationReport}>moderation report</Link>.
        </li>
      </ul>
    ),
  },
  {
    id: 'counter',
    title: verbatim('Responding to a notice'),
    body: (
      <>
        <p>
          If we disabled your content, you get an email and a notification that lead to the notice and to a
          counter-notice form, even if your account is suspended. A counter-notice includes: your name, address and
          telephone number; “Under penalty of perjury, I believe in good faith that this was removed by mistake or
          misidentification”; your consent to the jurisdiction of the federal district court for your address (or,
          outside the United States, of any district in which we may be found) and to accept service from the person who
          sent the notice; and your signature. Send it before the date in the email: after that the content stays
          disabled.
        </p>
        <p>
          We forward it, with your contact details, to the person who sent the notice. Unless that person first tells us
          that they filed a court action against you, we restore the content 10 to 14 business days later. The deadlines
          of its pool are extended by the time it was frozen.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: verbatim('Repeat infringement and misuse'),
    body: (
      <p>
        We count the notices against each account, except those whose content was restored. Accounts that reach our
        limit are flagged, and we suspend repeat infringers. If you send a notice or counter-notice that you know is
        false, you are liable for the damages it causes (17 U.S.C. § 512(f)). If you are unsure whether something is
        fair use, ask a lawyer first. For names and logos, see the{' '}
        <Link to={paths.trademarkPolicy}>Trademark Policy</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`Copyright`}
      lead={({ brand }) => <p>{t`${{ brand }} exists for people who make things. They own what they make.`}</p>}
      legal={{ page: 'copyright', since: '2026-11-22' }}
      sections={sections}
    />
  );
}
