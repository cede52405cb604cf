import { openTerms } from '#contract/creators/request-terms.ts';
import { setRequestTerms } from '#server/creators/request-terms.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { DemoPeople } from './demo-people.ts';

const dayMs = 24 * 60 * 60_000;

/** Gives some creators terms for new requests, once the demo's own pools have been started. */
export async function setDemoTerms(context: Platform, { creators }: DemoPeople): Promise<void> {
  const terms = {
    demo_creator: {
      minimumGoal: 100_00,
      languages: ['en' as const, 'es' as const],
      declines: 'Covers of other bands, wedding songs, and anything with a kazoo.',
    },
    gilda_frames: { away: true, awayUntil: new Date(Date.now() + 12 * dayMs).toISOString() },
    marrow_lane: { minimumGoal: 200_00, declinesBelowMinimum: true, categories: ['Music'] },
  };
  for (const [username, own] of Object.entries(terms)) {
    const creator = creators.get(username);
    if (creator) await setRequestTerms(context, creator, { ...openTerms, ...own });
  }
}
