export type ThemeChoice = 'system' | 'light' | 'dark';

const yearS = 365 * 24 * 60 * 60;
// Client only: only event handlers and effects write it.
const listeners = new Set<() => void>();

/** The theme chosen on this device. */
export function themeChosen(): ThemeChoice {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The theme on screen: the chosen one, or the system's. */
function themeShown(): 'light' | 'dark' {
  const chosen = themeChosen();
  if (chosen !== 'system') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Stores the choice in a cookie so that the server renders the next page in the right theme. */
export function chooseTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  const maxAge = choice === 'system' ? 0 : yearS;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `theme=${choice}; path=/; max-age=${maxAge}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** Switches from the theme on screen to the other one. */
export function switchTheme(): void {
  chooseTheme(themeShown() === 'dark' ? 'light' : 'dark');
}

/** Calls the listener when the theme changes. Returns a stop function. */
export function watchTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
