import type { Viewer } from '#server/pools/show-pool.ts';

/** Whoever reads a share picture, a feed or a frame: nobody who has signed in or passed the age gate. */
export const visitor: Viewer = { actor: null, ageVerified: false };
