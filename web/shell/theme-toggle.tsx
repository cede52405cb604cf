import { Moon, Sun } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { switchTheme } from '#web/data/theme.ts';

/** Switches between light and dark. The stylesheet picks the icon, because the server does not know the system's theme. */
export function ThemeToggle() {
  return (
    <button type="button" className="nav-item" onClick={switchTheme}>
      <Moon aria-hidden="true" className="dark:hidden" />
      <Sun aria-hidden="true" className="hidden dark:block" />
      <span className="dark:hidden">{t`Dark theme`}</span>
      <span className="hidden dark:block">{t`Light theme`}</span>
    </button>
  );
}
