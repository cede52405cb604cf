/** The long profile, for `npm run chaos -- tests`: the random tests run for as long as a release deserves. */
const isLong = process.env.TEST_PROFILE === 'long';

/** How often a random test repeats: the first number in `npm test`, the second one in the long profile. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);
