import { Moon, Sun } from 'lucide-react';
import { chooseTheme, themeShown } from './theme.ts';

/** From what is shown to the other. */
export function switchTheme(): void {
  chooseTheme(themeShown() === 'dark' ? 'light' : 'dark');
}

/** Light or dark, remembered. Which of the two it shows is the stylesheet's doing: the server does not know the system's choice. */
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
