import { msg } from '#contract/language/text.ts';

/** When a saved card is charged. The pages on which fans save a card show it. */
export const cardPromise = msg`Your card is checked and saved. Nothing is charged on this page. It’s charged later only if the goal is met and the creator accepts.`;
