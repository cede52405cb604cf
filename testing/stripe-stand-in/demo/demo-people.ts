import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { login, register, verifyEmail } from '#contract/accounts.ts';
import { decideVerification, listVerifications } from '#contract/admin/moderation.ts';
import { applyAsCreator } from '#contract/creators/creators.ts';
import { applicationOf } from '#testing/builders.ts';
import { type TestClient, testClient } from '#testing/client.ts';

const password = 'fanfare-demo';

/** The people of `npm run stripe-demo`. The product itself creates the admin. */
export const demoSignIns = {
  fan: { label: 'Fan', email: 'fan@stripe-demo.example', username: 'mara', password },
  creator: { label: 'Creator', email: 'creator@stripe-demo.example', username: 'odd_harbour', password },
  admin: { label: 'Admin', email: 'admin@stripe-demo.example', username: 'admin', password },
} as const;

type Person = (typeof demoSignIns)[keyof typeof demoSignIns];

/** Registers the fan and the creator as people do: over HTTP, with a confirmed address and an approved application. A later start goes on where an earlier one was stopped. */
export async function addDemoPeople(publicUrl: string, outbox: string): Promise<void> {
  const admin = testClient(publicUrl);
  await signIn(admin, demoSignIns.admin);
  for (const person of [demoSignIns.fan, demoSignIns.creator]) {
    const client = testClient(publicUrl);
    const { email, username } = person;
    const body = { email, username, password };
    const { emailVerified, role } = await signIn(client, person).catch(() => client.call(register, { body }));
    if (!emailVerified) await client.call(verifyEmail, { body: { token: await mailedToken(outbox, email) } });
    if (person === demoSignIns.creator && role === 'user') await becomeCreator(client, admin, username);
  }
}

const signIn = (client: TestClient, { email }: Person) => client.call(login, { body: { email, password } });

async function becomeCreator(client: TestClient, admin: TestClient, username: string): Promise<void> {
  await client.call(applyAsCreator, { body: applicationOf(username) });
  const { items } = await admin.call(listVerifications, { query: { status: 'pending' } });
  for (const { id } of items) await admin.call(decideVerification, { params: { id }, body: { status: 'approved' } });
}

const mailWithinMs = 30_000;

/** The token of the link that confirms an address. Without SMTP_URL, the product writes mail to its outbox. */
async function mailedToken(outbox: string, address: string): Promise<string> {
  for (const end = performance.now() + mailWithinMs; performance.now() < end; await sleep(200)) {
    for (const name of await readdir(outbox).catch(() => [])) {
      const { to = [], text = '' } = await PostalMime.parse(await readFile(join(outbox, name)));
      const token = /verify-email\?token=([\w-]+)/.exec(text)?.[1];
      if (token && to.some((each) => each.address === address)) return token;
    }
  }
  throw new Error(`No mail to ${address} arrived in ${outbox}.`);
}
