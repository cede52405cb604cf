/** The long profile, for `npm run chaos -- tests` before a release. */
const isLong = process.env.TEST_PROFILE === 'long';

/** The number of repetitions of a random test: `short` in `npm test`, `long` in the long profile. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);
