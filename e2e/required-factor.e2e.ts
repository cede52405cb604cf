import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { codeAt, currentStep } from '#testing/authenticator-app.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { signIn } from './people.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

/** Admins must have a second factor on this site. */
const stage = setStage({ env: { REQUIRE_SECOND_FACTOR: 'admins' } });

/** A member who is an admin from now on. */
async function newAdmin(name: string) {
  const member = await stage.site.member(name);
  await stage.site.sql`update users set role = 'admin' where id = ${member.id}`;
  return member;
}

describe('an admin without a second factor', () => {
  it('reaches only the page that sets one up, and then the page that they asked for', async () => {
    const member = await newAdmin('boss');
    const page = await stage.window();
    await goTo(page, `/auth?redirect=${encodeURIComponent(paths.adminUsers)}`);
    await signIn(page, member.email);
    await waitForText(page, 'Set up a second step');
    expect(new URL(page.url()).pathname).toBe(paths.setUpSecondFactor);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'set-up-second-factor');
    for (const path of ['/', paths.feed, paths.settings, paths.adminMoney]) {
      await goTo(page, path);
      expect(page.url()).toBe(`${stage.site.app.url}${paths.setUpSecondFactor}?redirect=${encodeURIComponent(path)}`);
    }

    await goTo(page, `${paths.setUpSecondFactor}?redirect=${encodeURIComponent(paths.adminUsers)}`);
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.getByRole('dialog').getByRole('code').textContent()) ?? '';
    await page
      .getByLabel('Code from your authenticator app')
      .fill(codeAt(secret.replaceAll(' ', ''), await currentStep()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I saved my codes' }).click();
    await waitForText(page, 'Your second step is set up');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL(`**${paths.adminUsers}`);
    await waitForText(page, 'User management');
  });

  it('may sign out', async () => {
    const member = await newAdmin('leaver');
    const page = await stage.window({ as: member, width: 390, height: 844, phone: true });
    await goTo(page, paths.settings);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${stage.site.app.url}/`);
    expect(await page.getByText('Set up a second step').count()).toBe(0);
  });

  it('reads on every page, after an upgrade, when the grace ends', async () => {
    const member = await newAdmin('upgraded');
    await stage.site.sql`
      update users set second_factor_grace_until = now() + interval '3 days' where id = ${member.id}`;
    const page = await stage.window({ as: member });
    await goTo(page, paths.adminUsers);
    await waitForText(page, 'Set up a second step by');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'second-factor-banner');
    await page.getByRole('link', { name: 'Set it up now' }).click();
    await page.waitForURL('**/settings#second-factor');
    await page.getByRole('region', { name: 'Sign-in security' }).getByRole('button', { name: 'Set up' }).waitFor();
  });
});
