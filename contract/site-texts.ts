import { paths } from './paths.ts';

/** Texts about this product in what the server sends outside of its pages: the web manifest and the pages for outages. */
export const siteTexts = {
  /** Members of the web manifest. */
  manifest: {
    description: 'Fans pool pledges for what they want a creator to make.',
    categories: ['entertainment', 'social'],
    shortcuts: [
      { name: 'Browse tip pools', url: paths.feed },
      { name: 'Start a pool', url: paths.createPool },
    ],
  },
  /** The page with status 503 that answers a visit. */
  unavailable: (brand: string): string =>
    `${brand} is restarting or very busy. Your pledges and messages are safe. This page reloads automatically once it can.`,
  /** The page that the service worker shows while the site cannot be reached. */
  offline: (brand: string): string =>
    `${brand} cannot be reached from here just now. Nothing was charged and nothing is lost; your pledges stay as they are.`,
  /** The page with status 503 that answers a sent form. */
  unavailableForChange: (brand: string): string =>
    `${brand} is restarting or very busy. Your pledges and messages are safe, and nothing is charged twice. Go back and send this again in a moment.`,
};
