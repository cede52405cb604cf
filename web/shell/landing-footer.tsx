import { SiteFooter } from './site-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** The footer with the choice of a theme, which other pages have in their menu. */
export function LandingFooter() {
  return (
    <SiteFooter className="mx-auto w-full max-w-page">
      <div className="-ms-2.5">
        <ThemeToggle />
      </div>
    </SiteFooter>
  );
}
