/** What every page may know of this installation; sent along with the first page. No secrets. */
export interface Site {
  brandName: string;
  /** An origin, without a slash at the end. */
  publicUrl: string;
  adultContent: boolean;
  /** True while no real money moves (sandbox cards): pages about money say so. */
  testCards: boolean;
  minPledgeCents: number;
  platformFeePercent: number;
}
