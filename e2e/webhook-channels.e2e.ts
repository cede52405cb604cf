import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { openWebhookReceiver } from '#testing/servers/webhook-receiver.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

/** Takes messages as Discord and Slack do. */
const chat = await openWebhookReceiver();
const stage = setStage({ env: { WEBHOOK_ALLOW: chat.host } });

const token = 'kR4-token_that_lets_anyone_post';
const discordUrl = (id: number) => chat.url(`/api/webhooks/${id}/${token}`);
const slackUrl = chat.url('/services/T024BE7LD/B024BE7LD/letsAnyonePost');
const sentTo = (url: string) => chat.received().filter(({ path }) => url.endsWith(path.split('?')[0] ?? ''));

const patience = { timeout: 15_000 };
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const chosen = (page: Page) => page.getByRole('dialog').locator('[aria-pressed="true"]').allTextContents();

describe('the channels of chat services', () => {
  it('are added with a test message, refused by Discord, and work again with a new URL', async () => {
    const { site } = stage;
    const [creator, owner] = await Promise.all([site.creator(), site.member('chatty')]);
    const page = await stage.window({ as: owner });
    await goTo(page, webhooksPath);
    await page.getByRole('button', { name: 'Discord channel' }).click();
    const form = dialog(page, 'Add a Discord channel');
    await form.getByLabel('Webhook URL').and(page.locator(':focus')).waitFor();
    await form.getByText('In Discord, open Server Settings').waitFor();
    expect(await chosen(page)).toEqual(['Goal met', 'Request accepted', 'Delivered to fans', 'New pledges', 'Updates']);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'channel-add');

    stage.allow(/400 \(Bad Request\)/);
    await form.getByLabel('Webhook URL').fill(chat.url('/elsewhere'));
    await form.getByRole('button', { name: 'Add channel' }).click();
    await form.getByRole('button', { name: 'Add a webhook for programs instead' }).waitFor();
    await form.getByLabel('Webhook URL').fill(discordUrl(111));
    await form.getByRole('button', { name: 'New tip pool' }).click();
    await form.getByLabel('Description').fill('#news');
    await page.keyboard.press('Enter');

    const last = dialog(page, 'Test your Discord channel');
    const send = last.getByRole('button', { name: 'Send a test message' });
    await send.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await last.getByText('The message arrived. See how it looks in Discord.').waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'channel-tested');
    const [test] = sentTo(discordUrl(111));
    expect(JSON.parse(test?.body ?? '')).toMatchObject({
      content: expect.stringContaining('test message'),
      allowed_mentions: { parse: [] },
    });
    await last.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('heading', { name: '#news' }).waitFor();
    await waitForText(page, `${chat.host}/api/webhooks/111/…`);
    expect(await page.content()).not.toContain(token);
    expect(await page.getByRole('button', { name: 'New secret' }).count()).toBe(0);
    await page.getByText('Details').first().click();
    await page.getByText(/^This is a test message/).waitFor();
    await site.newPool(owner, creator);
    await expect.poll(() => sentTo(discordUrl(111)).length, patience).toBe(2);
    await goTo(page, page.url());
    await page.getByText('New tip pool', { exact: true }).waitFor();
    await page.getByText('Details').first().click();
    await page.getByText(/is open for pledges\. The goal is \$/).waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'channel');

    chat.answers((response) => response.writeHead(404).end('{"message":"Unknown Webhook","code":10015}'));
    await site.newPool(owner, creator);
    await expect.poll(() => sentTo(discordUrl(111)).length, patience).toBe(3);
    await goTo(page, page.url());
    await waitForText(page, 'Discord no longer accepts messages at this URL');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'channel-refused');
    chat.answers((response) => response.writeHead(200).end('{}'));
    await page.getByRole('button', { name: 'Replace the URL' }).click();
    const edit = dialog(page, 'Edit Discord channel');
    await edit.getByText('Copy Webhook URL').waitFor();
    await edit.getByLabel('New webhook URL').fill(discordUrl(222));
    await photographAll(page, 'channel-replace');
    await edit.getByRole('button', { name: 'Save' }).click();
    await last.getByRole('button', { name: 'Send a test message' }).click();
    await last.getByText('The message arrived.').waitFor();
    await last.getByRole('button', { name: 'Done' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await waitForText(page, `${chat.host}/api/webhooks/222/…`);
    expect(sentTo(discordUrl(222))).toHaveLength(1);
  });

  it('say so when a URL belongs to another kind, and offer that kind', async () => {
    const owner = await stage.site.member('pasting');
    const page = await stage.window({ as: owner });
    await goTo(page, webhooksPath);
    await page.getByRole('button', { name: 'Webhook for programs' }).click();
    await dialog(page, 'Add a webhook').getByLabel('Address').fill('https://discord.com/api/webhooks/1/abc');
    await page.getByText('This URL is from Discord. Add it as a channel').waitFor();
    await photographAll(page, 'channel-other-kind');
    await page.getByRole('button', { name: 'Add a Discord channel instead' }).click();
    const form = dialog(page, 'Add a Discord channel');
    expect(await form.getByLabel('Webhook URL').inputValue()).toBe('https://discord.com/api/webhooks/1/abc');

    await form.getByLabel('Webhook URL').fill('https://hooks.slack.com/services/T1/B1/x');
    await form.getByText('This URL is from Slack, not from Discord.').waitFor();
    await form.getByRole('button', { name: 'Add channel' }).click();
    await form.getByRole('button', { name: 'Add a Slack channel instead' }).click();
    expect(await axe(page)).toEqual([]);
  });

  it('of Slack are added and refused by the test at once', async () => {
    const owner = await stage.site.member('slacking');
    const page = await stage.window({ as: owner });
    await goTo(page, webhooksPath);
    await page.getByRole('button', { name: 'Slack channel' }).click();
    const form = dialog(page, 'Add a Slack channel');
    await form.getByRole('link', { name: 'Create a Slack app' }).waitFor();
    await photographAll(page, 'channel-add-slack');
    await form.getByLabel('Webhook URL').fill(slackUrl);
    await form.getByRole('button', { name: 'Add channel' }).click();
    const last = dialog(page, 'Test your Slack channel');
    chat.answers((response) => response.writeHead(403).end('invalid_token'));
    await last.getByRole('button', { name: 'Send a test message' }).click();
    await last.getByText('Slack doesn’t know this URL.').waitFor();
    await photographAll(page, 'channel-test-failed');
    chat.answers((response) => response.writeHead(200).end('ok'));
    await last.getByRole('button', { name: 'Replace the URL' }).click();
    const edit = dialog(page, 'Edit Slack channel');
    await edit.getByLabel('New webhook URL').fill(slackUrl);
    await edit.getByRole('button', { name: 'Save' }).click();
    await last.getByRole('button', { name: 'Send a test message' }).click();
    await last.getByText('The message arrived.').waitFor();
    expect(JSON.parse(sentTo(slackUrl).at(-1)?.body ?? '')).toMatchObject({
      text: expect.stringContaining('test message'),
    });
    await last.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Slack channel' }).waitFor();
    await goTo(page, webhooksPath);
    await page.getByRole('link', { name: 'Slack channel' }).waitFor();
    await photographAll(page, 'channel-list');

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const kinds = dialog(page, 'Where should events go?');
    await kinds.getByRole('button', { name: 'Discord channel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await form.getByLabel('Webhook URL').and(page.locator(':focus')).waitFor();
    await form.getByRole('button', { name: 'Back' }).click();
    await kinds.getByRole('button', { name: 'Discord channel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add', exact: true }).and(page.locator(':focus')).waitFor();
  });
});
