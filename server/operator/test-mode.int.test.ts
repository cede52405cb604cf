import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMails, mailViewPath } from '#contract/admin/mail-preview.ts';
import { textOf } from '#contract/language/text.ts';
import { getMoneyTerms } from '#contract/pledges/pledges.ts';
import { testModeNote } from '#contract/site.ts';
import { withProcessors } from '#server/money/processors/processors.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { type OtherProcessor, startOtherProcessor } from '#testing/other-processor.ts';

/** The same product with test cards, and with a processor that moves real money. */
let live: OtherProcessor;
let apps: Record<'test' | 'live', TestApp>;
beforeAll(async () => {
  live = await startOtherProcessor('other');
  apps = { test: await startTestApp(), live: await startTestApp({ cards: () => withProcessors(live.port) }) };
});
afterAll(async () => {
  await Promise.all([apps.test.close(), apps.live.close()]);
  await live.close();
});

test.each(['test', 'live'] as const)(
  'says so in every email and in the terms exactly in test mode: %s',
  async (mode) => {
    const app = apps[mode];
    const isTest = mode === 'test';
    const admin = await insertPerson(app, 'admin');
    expect(await admin.client.call(getMoneyTerms)).toMatchObject({ testMode: isTest });
    const { mails } = await admin.client.call(listMails);
    for (const { id } of mails) {
      const page = await fetch(app.url + mailViewPath(id, 'light'), { headers: { cookie: `sid=${admin.id}` } });
      expect([id, (await page.text()).includes(textOf(testModeNote))]).toEqual([id, isTest]);
    }

    await app.context.db.tx((tx) =>
      app.context.mail.send(tx, {
        to: { email: 'fan@example.org', locale: 'en' },
        compose: () => ({ subject: 'Hello', text: 'Hello\n\n-- \nFanfare\n', html: '<p>Hello</p>' }),
        messageId: `test-mode-${mode}`,
      }),
    );
    await app.settle();
    const outbox = join(app.context.config.dataDir, 'outbox');
    const sent = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
    expect(sent.map((mail) => mail.includes(`-- \n${textOf(testModeNote)}`))).toEqual([isTest]);
  },
);
