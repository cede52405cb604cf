/** API tokens: how long they work, and how many there may be. Apart from limits.ts, which every page loads. */
export const tokenDays = { usual: 90, max: 366, choices: [7, 30, 90, 366] } as const;
export const tokensMax = 20;
export const tokenNameMax = 50;
export const tokenCallsPerMinute = 600;
/** How long the list shows tokens that ended. */
export const endedTokenDays = 30;
