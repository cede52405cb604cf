import type { Viewer } from '#server/pools/show-pool.ts';

/** The viewer of share pictures, feeds and embeds: not signed in and without the age gate. */
export const visitor: Viewer = { actor: null, seesAdult: false };
