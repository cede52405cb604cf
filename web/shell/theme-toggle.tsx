import { Moon, Sun } from 'lucide-react';
import { switchTheme } from '#web/data/theme.ts';

/** Switches between light and dark. The stylesheet picks the icon, because the server does not know the system's theme. */
export function ThemeToggle() {
  return (
    <button type="button" className="nav-item" onClick={switchTheme}>
      <Moon aria-hidden="true" className="theme-light-icon" />
      <Sun aria-hidden="true" className="theme-dark-icon" />
      <span className="theme-light-icon">Dark theme</span>
      <span className="theme-dark-icon">Light theme</span>
    </button>
  );
}
