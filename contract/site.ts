import type { Locale } from '#contract/language/languages.ts';
import { msg } from '#contract/language/text.ts';

/** Public data of this installation. The server includes it in the first page, so it must contain no secrets. */
export interface Site {
  brandName: string;
  /** The languages that people can choose, English first. */
  locales: readonly Locale[];
  /** An origin, without a trailing slash. */
  publicUrl: string;
  adultContent: boolean;
  /** A service translates what people write, on request. */
  translates: boolean;
  /** True while no real money moves (sandbox cards): pages about money say so. */
  testCards: boolean;
  /** The same for adult pools, which may have another card processor. */
  adultTestCards: boolean;
  minPledgeCents: number;
  platformFeePercent: number;
}

/** The notice of test mode, on every page and in every email. */
export const testModeNote = msg`Test mode: no real money moves`;
