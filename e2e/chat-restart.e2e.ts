import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '#contract/accounts.ts';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { goTo, openBrowser, type TestBrowser, waitForText } from '#testing/browser.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { testClient } from '#testing/client.ts';
import { freePort } from '#testing/free-port.ts';
import { password } from '#testing/journeys/http-site.ts';
import { field, log, messageWith, say, send, toast } from './chat-window.ts';

let dataDir: string;
let server: ServerProcess;
let browser: TestBrowser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-chat-'));
  server = new ServerProcess({ dataDir, port: await freePort(), pages: true });
  server.spawn();
  browser = await openBrowser(server.url);
  await server.ready();
});

afterAll(async () => {
  await browser?.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('loses and duplicates no message when the server is killed and restarted', async () => {
  const people = ['anna', 'bert'].map((username) => ({ username, client: testClient(server.url) }));
  const members = await Promise.all(
    people.map(({ username, client }) =>
      client.call(register, { body: { email: `${username}@example.org`, username, password } }),
    ),
  );
  const body = { otherUserId: members[1]?.id ?? '' };
  const { id } = (await people[0]?.client.call(openDirectConversation, { body })) ?? {};
  const [one, two] = await Promise.all(people.map((as) => browser.window({ as })));
  if (!one || !two) throw new Error('a window is missing');
  await Promise.all([goTo(one, `/messages/${id}`), goTo(two, `/messages/${id}`)]);
  await say(one, 'before');
  await messageWith(two, 'before').waitFor();
  // The paused server reads nothing, so these messages are in flight when it is killed.
  server.pause();
  const inFlight = ['sent 1', 'sent 2', 'sent 3'];
  for (const text of inFlight) await send(one, text);
  await expect.poll(() => log(one).getByText('Sending…').count()).toBe(inFlight.length);
  await server.kill();
  await waitForText(one, 'Connecting to chat...');
  await toast(one, 'Failed to connect to chat server. Please try refreshing the page.').waitFor();
  await send(one, 'kept while away');
  await toast(one, 'Socket not connected').waitFor();
  server.spawn();
  await server.ready();
  await Promise.all(
    [one, two].map((page) => page.getByText('Connecting to chat...').waitFor({ state: 'detached', timeout: 20_000 })),
  );
  await field(one).press('Enter');
  await messageWith(two, 'kept while away').waitFor();
  await say(two, 'after');
  await messageWith(one, 'after').waitFor();
  const all = ['before', ...inFlight, 'kept while away', 'after'];
  for (const page of [one, two]) {
    await expect.poll(() => log(page).locator('.chat-text').allTextContents()).toEqual(all);
  }
  await two.reload();
  await expect.poll(() => log(two).locator('.chat-text').allTextContents()).toEqual(all);
});
