import { spawn } from 'node:child_process';

/**
 * Runs the money journeys on Stripe. Without STRIPE_TEST_KEY: on the stand-in, TEST_WEBHOOKS=lost without webhooks. With it: the scenarios
 * that Stripe's test mode supports, against Stripe itself. Arguments go to vitest.
 */
const key = process.env.STRIPE_TEST_KEY;
if (key && !/^[rs]k_test_/.test(key)) {
  console.error('STRIPE_TEST_KEY must start with sk_test_ or rk_test_. Live keys would move real money.');
  process.exit(1);
}
const project = key ? 'stripe-test-mode' : 'stripe';
console.log(key ? "Running the scenarios in Stripe's test mode." : 'Running the journeys on the stand-in for Stripe.');
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
