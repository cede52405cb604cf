import { SiteFooter } from './site-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** The footer with the choice of a theme, which other pages have in their menu. */
export function LandingFooter() {
  return (
    <SiteFooter>
      <div className="-ml-2.5">
        <ThemeToggle />
      </div>
    </SiteFooter>
  );
}
