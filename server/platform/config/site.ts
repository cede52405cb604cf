import type { Site } from '#contract/site.ts';
import type { Config } from './config.ts';

/** The settings that pages may show. */
export function siteOf(config: Config, testCards: boolean): Site {
  return {
    brandName: config.brandName,
    publicUrl: config.publicUrl,
    adultContent: config.adultContent,
    testCards,
    minPledgeCents: config.minPledgeCents,
    platformFeePercent: config.platformFeePercent,
  };
}
