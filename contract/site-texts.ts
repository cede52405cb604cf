import { type Text, t } from '#contract/language/text.ts';
import { paths } from './paths.ts';

/** Product texts that the server sends outside of its pages: the web manifest and the outage pages. */
export const siteTexts = {
  /** Members of the web manifest. */
  manifest: () => ({
    description: t`Fans pool pledges for what they want a creator to make.`,
    categories: ['entertainment', 'social'],
    shortcuts: [
      { name: t`Browse tip pools`, url: paths.feed },
      { name: t`Start a pool`, url: paths.createPool },
    ],
  }),
  /** The message of a call that answers 503. */
  busy: (brand: string): Text => t`${{ brand }} is busy or restarting. Please try again in a moment.`,
  /** The 503 page for a visit. */
  unavailable: (brand: string): Text =>
    t`${{ brand }} is restarting or very busy. Your pledges and messages are safe. This page reloads automatically once it’s back.`,
  /** The page that the service worker shows while the browser cannot reach the site. */
  offline: (brand: string): Text =>
    t`We can’t reach ${{ brand }} right now. Nothing was charged, and your pledges are unchanged. Check your connection and try again.`,
  /** The 503 page for a submitted form. */
  unavailableForChange: (brand: string): Text =>
    t`${{ brand }} is restarting or very busy. Your pledges and messages are safe, and nothing is charged twice. Go back and send it again in a moment.`,
};
