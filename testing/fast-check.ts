import fc from 'fast-check';
import { seed } from './seeded-random.ts';

fc.configureGlobal({ seed });

/** fast-check with the seed of all random tests. A failure prints it with the path to the counterexample. */
export { fc };
