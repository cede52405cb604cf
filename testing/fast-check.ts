import fc from 'fast-check';
import { seed } from './seeded-random.ts';

// The JSON report of a run with a planted bug contains messages without their causes.
fc.configureGlobal({ seed, includeErrorInReport: Boolean(process.env.PLANTED_BUG) });

/** fast-check with the seed of all random tests. A failure prints it with the path to the counterexample. */
export { fc };
