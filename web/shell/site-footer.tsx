import type { ReactNode } from 'react';
import { msg, t, textOf, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { testModeNote } from '#contract/site.ts';
import { useSite } from '#web/data/session.ts';
import { lateComponent } from '#web/ui/hydration/late-component.tsx';
import { Link } from '#web/ui/link.tsx';

const LanguageLinks = lateComponent(() => import('./language-links.tsx').then((module) => module.LanguageLinks));

const groups = [
  [
    'explore',
    msg({ message: 'Explore', context: 'heading of links in the footer' }),
    [
      [paths.forFans, msg`For Fans`],
      [paths.forCreators, msg`For Creators`],
      [paths.faq, msg`FAQ`],
      [paths.transparency, msg`Transparency`],
      [paths.developers, msg`Developers`],
      [paths.contactUs, msg`Contact Us`],
    ],
  ],
  [
    'terms',
    msg({ message: 'Terms', context: 'heading of links in the footer' }),
    [
      [paths.termsOfService, msg`Terms of Service`],
      [paths.creatorAgreement, msg`Creator Agreement`],
      [paths.privacyPolicy, msg`Privacy Policy`],
      [paths.cookiePolicy, msg`Cookie Policy`],
    ],
  ],
  [
    'rights',
    msg({ message: 'Rights', context: 'heading of links in the footer' }),
    [
      [paths.ccpa, verbatim('CCPA')],
      [paths.copyright, msg`Copyright`],
      [paths.trademarkPolicy, msg`Trademark Policy`],
      [paths.usc2257, verbatim('18 U.S.C. 2257')],
    ],
  ],
] as const;

/** The footer of every page, with links to help and legal pages. */
export function SiteFooter({ className, children }: { className: string; children?: ReactNode }) {
  const { brandName, testCards } = useSite();
  return (
    <footer
      className={`site-foot grid gap-x-12 gap-y-6 border-t border-line px-4 py-8 text-sm text-muted in-[.page:has(.conversations,.admin-areas)]:hidden md:grid-cols-[minmax(--spacing(42.5),1fr)_minmax(0,2.6fr)] md:px-8 md:pb-10 print:hidden brief:grid-cols-1 brief:pt-4 md:brief:pb-4 ${className}`}
    >
      <div className="grid place-content-start justify-items-start gap-1 brief:hidden">
        <b className="font-display text-xl leading-[1.3] font-extrabold text-ink [letter-spacing:-0.02em]">
          {brandName}
        </b>
        <p>{t`Ask together. Pay only if it happens.`}</p>
        {testCards ? <p>{textOf(testModeNote)}</p> : null}
        {children}
      </div>
      <nav
        aria-label={t`Footer`}
        className="grid grid-cols-[repeat(auto-fit,minmax(--spacing(35),1fr))] gap-x-6 gap-y-5 brief:flex brief:flex-wrap brief:gap-x-5 brief:gap-y-0"
      >
        {groups.map(([id, title, links]) => (
          <div key={id} className="brief:contents">
            <p id={`foot-${id}`} className="font-[650] text-ink brief:hidden">
              {textOf(title)}
            </p>
            <ul className="brief:contents" aria-labelledby={`foot-${id}`}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="flex min-h-8.5 items-center underline-offset-3 hover:text-ink hover:underline pointer-coarse:min-h-11"
                  >
                    {typeof label === 'string' ? label : textOf(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <LanguageLinks />
    </footer>
  );
}
