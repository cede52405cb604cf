import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programs } from '#testing/programs.ts';
import { StripeProcess } from '../process.ts';
import { addEndpoints, webhookSecrets } from '../set-up.ts';
import { addDemoPeople, demoSignIns } from './demo-people.ts';

/**
 * `npm run stripe-demo`: the product and the stand-in for Stripe, connected by keys and webhooks, with one person of each kind. Everything
 * is kept in DATA_DIR. Arguments go to the product.
 */
const folder = resolve(process.env.DATA_DIR ?? 'data/stripe-demo');
const port = Number(process.env.PORT ?? 3000);
const publicUrl = `http://localhost:${port}`;
const admin = demoSignIns.admin;

/** Short waits, so that a pool is paid out within a minute of its delivery. */
const settings = { QUIET_PERIOD: 'PT20S', DELIVERY_REVIEW: 'auto' };

function startProduct(stripe: StripeProcess): ChildProcess {
  const { DATABASE_URL: _database, SMTP_URL: _mail, ...inherited } = process.env;
  return spawn(process.execPath, [programs.server, ...process.argv.slice(2)], {
    env: {
      LOG_LEVEL: 'warn',
      ...inherited,
      ...settings,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: join(folder, 'fanfare'),
      DEMO_DATA: '0',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // No real money moves here.
      REQUIRE_SECOND_FACTOR: 'off',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: Object.values(webhookSecrets).join(),
      STRIPE_API_BASE: stripe.url,
    },
    stdio: 'inherit',
  });
}

async function untilReady(product: ChildProcess): Promise<void> {
  while (product.exitCode === null) {
    const answer = await fetch(`${publicUrl}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('Fanfare did not start; its messages are above.');
}

function closingLines(stripe: StripeProcess): string {
  const people = Object.values(demoSignIns).map(
    ({ label, email, password }) => `  ${label.padEnd(8)} ${email}  ${password}`,
  );
  return [
    '',
    'Fanfare runs on a stand-in for Stripe. No real money moves.',
    `  Fanfare    ${publicUrl}`,
    `  Stand-in   ${stripe.url}`,
    'Sign-ins:',
    ...people,
    'From a payout account to "paid out": docs/stripe-stand-in.md',
    '',
    '',
  ].join('\n');
}

async function run(): Promise<number> {
  const stripe = await StripeProcess.start(folder, { port: Number(process.env.STRIPE_PORT ?? 12_111) });
  await addEndpoints(stripe, publicUrl);
  const product = startProduct(stripe);
  const ended = once(product, 'exit') as Promise<[number | null]>;
  // A terminal sends Ctrl-C to the product as well, which counts signals within a second as one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => product.kill('SIGTERM'));
  try {
    await untilReady(product);
    await addDemoPeople(publicUrl, join(folder, 'fanfare', 'outbox'));
    process.stdout.write(closingLines(stripe));
    return (await ended)[0] ?? 1;
  } finally {
    product.kill('SIGTERM');
    await ended;
    await stripe.kill();
  }
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
