import type { Site } from '#contract/site.ts';
import type { Config } from './config.ts';

/** The settings that pages may show. */
export function siteOf(config: Config, testModes: Pick<Site, 'testCards' | 'adultTestCards'>): Site {
  return {
    brandName: config.brandName,
    locales: config.locales,
    publicUrl: config.publicUrl,
    adultContent: config.adultContent,
    translates: config.translate !== undefined,
    ...testModes,
    minPledgeCents: config.minPledgeCents,
    platformFeePercent: config.platformFeePercent,
  };
}
