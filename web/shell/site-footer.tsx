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
export function SiteFooter({ children }: { children?: ReactNode }) {
  const { brandName, testCards } = useSite();
  return (
    <footer className="site-foot">
      <div className="site-foot-brand">
        <b className="site-foot-name">{brandName}</b>
        <p>Ask together. Pay only if it happens.</p>
        {testCards ? <p>{testModeNote}</p> : null}
        {children}
      </div>
      <nav aria-label="Footer">
        {groups.map(([title, links]) => (
          <div key={title}>
            <p id={`foot-${title}`}>{title}</p>
            <ul aria-labelledby={`foot-${title}`}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </footer>
  );
}
