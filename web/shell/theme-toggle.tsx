import { Moon, Sun } from 'lucide-react';

const yearS = 365 * 24 * 60 * 60;

function switchTheme(): void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
  root.dataset.theme = next;
  // A cookie, so that the server sends the next page in the right theme.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `theme=${next}; path=/; max-age=${yearS}; samesite=lax`;
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
