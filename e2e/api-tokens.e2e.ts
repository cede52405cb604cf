import { expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/paths.ts';
import { createToken } from '#contract/tokens.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { password } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('a person creates a token with a proof of identity, copies it once, sees its use, and revokes it', async () => {
  const { site } = stage;
  const ada = await site.member('ada');
  stage.allow(/403 \(Forbidden\)/);
  const page = await stage.window({ as: ada, width: 1440, height: 900 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await goTo(page, `${paths.settings}#second-factor`);
  await page.locator('#second-factor').getByRole('link', { name: 'API tokens' }).click();
  await page.waitForURL(`**${paths.apiTokens}`);
  await waitForText(page, 'No API tokens yet');
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'api-tokens-empty');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await waitForText(page, 'Name is required');
  await waitForText(page, 'Choose what the token may do');
  // What only creators and admins have is not offered.
  expect(await dialog.getByRole('checkbox').count()).toBe(5);
  await dialog.getByRole('textbox').fill('Stream bot');
  await dialog.getByRole('checkbox', { name: 'profile:read' }).check();
  await dialog.getByRole('checkbox', { name: 'updates:write' }).check();
  await dialog.getByLabel('Works for').selectOption('30 days');
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'api-token-form');
  await page.setViewportSize({ width: 1440, height: 900 });

  await site.sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${ada.id}`;
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy your new token' });
  const token = await shown.getByLabel('Stream bot').inputValue();
  expect(token).toMatch(/^ffp_[0-9A-Za-z]{49}$/);
  await shown.getByRole('button', { name: 'Copy Stream bot' }).click();
  await waitForText(page, 'Token copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'api-token-new');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I saved the token' }).click();
  await waitForText(page, 'Never used');
  expect(await page.content()).not.toContain(token.slice(4));

  const bot = site.app.client();
  await bot.call(getCurrentUser, {}, { authorization: `Bearer ${token}` });
  const used = () => site.sql`select from api_tokens where user_id = ${ada.id} and last_used_at is not null`;
  await expect.poll(async () => (await used()).length).toBe(1);
  await ada.client.call(createToken, { body: { name: 'Spreadsheet of all my pools', scopes: ['pools:read'] } });
  await ada.client.call(createToken, { body: { name: 'Before the reset', scopes: ['pools:read'] } });
  await site.sql`
    update api_tokens set created_at = now() - interval '95 days', expires_at = now() - interval '5 days'
    where user_id = ${ada.id} and name like 'Spreadsheet%'`;
  await site.sql`update api_tokens set ended_at = now(), end_reason = 'sessions_ended'
    where user_id = ${ada.id} and name like 'Before%'`;
  await page.reload();
  await waitForText(page, 'Last used');
  await waitForText(page, 'from 127.0.0.1');
  await waitForText(page, 'Ended because your password changed');
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'api-tokens');
  await page.setViewportSize({ width: 1440, height: 900 });

  // Those that ended leave the list without a question.
  await page.getByRole('button', { name: 'Remove Spreadsheet of all my pools' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Spreadsheet of all my pools' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Revoke Stream bot' }).click();
  const revoke = page.getByRole('dialog', { name: 'Revoke “Stream bot”?' });
  expect(await axe(page)).toEqual([]);
  await revoke.getByRole('button', { name: 'Revoke' }).click();
  await waitForText(page, 'Token revoked');
  await expect(bot.call(getCurrentUser, {}, { authorization: `Bearer ${token}` })).rejects.toMatchObject({
    code: 'token_invalid',
  });
  expect(await ada.client.raw('GET', '/api/user/tokens').then((each) => each.text())).not.toContain('Stream bot');
});
