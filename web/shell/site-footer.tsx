import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { testModeNote } from '#contract/site.ts';
import { useSite } from '#web/data/session.ts';
import { Link } from '#web/ui/link.tsx';

const groups = [
  [
    'Explore',
    [
      [paths.forFans, 'For Fans'],
      [paths.forCreators, 'For Creators'],
      [paths.faq, 'FAQ'],
      [paths.transparency, 'Transparency'],
      [paths.contactUs, 'Contact Us'],
    ],
  ],
  [
    'Terms',
    [
      [paths.termsOfService, 'Terms of Service'],
      [paths.creatorAgreement, 'Creator Agreement'],
      [paths.privacyPolicy, 'Privacy Policy'],
      [paths.cookiePolicy, 'Cookie Policy'],
    ],
  ],
  [
    'Rights',
    [
      [paths.ccpa, 'CCPA'],
      [paths.copyright, 'Copyright'],
      [paths.trademarkPolicy, 'Trademark Policy'],
      [paths.usc2257, '18 U.S.C. 2257'],
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
        <p>Ask together. Pay only if it happens.</p>
        {testCards ? <p>{testModeNote}</p> : null}
        {children}
      </div>
      <nav
        aria-label="Footer"
        className="grid grid-cols-[repeat(auto-fit,minmax(--spacing(35),1fr))] gap-x-6 gap-y-5 brief:flex brief:flex-wrap brief:gap-x-5 brief:gap-y-0"
      >
        {groups.map(([title, links]) => (
          <div key={title} className="brief:contents">
            <p id={`foot-${title}`} className="font-[650] text-ink brief:hidden">
              {title}
            </p>
            <ul className="brief:contents" aria-labelledby={`foot-${title}`}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="flex min-h-8.5 items-center underline-offset-3 hover:text-ink hover:underline pointer-coarse:min-h-11"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </footer>
  );
}
