import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCreator } from '#contract/creators/creators.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { freePort } from '#testing/free-port.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { signIn } from './people.ts';
import { setStage } from './stage.ts';

// cspell:ignore sams

/** Creators: finding, following and adding them, and claiming or removing a profile. */
let fan: Member;
let maya: Member;
/** The creator's own page, which the profile links. */
let ownText = 'Songs about rivers.';
const ownPage = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(`<!doctype html><title>River</title><p>${ownText}`);
});
const ownPort = await freePort();
const stage = setStage({
  env: { IMAGE_PROXY_ALLOW: `127.0.0.1:${ownPort}`, CLAIM_PLATFORMS: `127.0.0.1:${ownPort}` },
  opened: async (site) => {
    [fan, maya] = [await site.member('fan'), await site.member('maya')];
    await site.sql`update users set email_verified_at = now() where id in (${fan.id}, ${maya.id})`;
    for (const [username, fullName, category] of [
      ['quiet_atlas', 'Quiet Atlas', 'Music'],
      ['grand_flo', 'Grandmaster Flo', 'Gaming'],
      ['lady_ember', 'Lady Ember', 'NSFW'],
      ['river_song', 'River Song', 'Art'],
    ] as const) {
      const form = new FormData();
      const own = { platform: 'other', url: `http://127.0.0.1:${ownPort}/about` };
      const socialLinks = JSON.stringify([
        ...(username === 'river_song' ? [own] : []),
        { platform: 'other', url: `https://${fullName.length}.example` },
      ]);
      for (const [name, value] of Object.entries({
        fullName,
        username,
        category,
        description: 'Songs.',
        socialLinks,
      })) {
        form.append(name, value);
      }
      await fan.client.form(addCreator, form);
    }
  },
});

beforeAll(() => new Promise<void>((done) => ownPage.listen(ownPort, '127.0.0.1', done)));
afterAll(() => void ownPage.close());

let page: Page;
const press = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();

describe('the list of creators', () => {
  it('filters by category and name, keeps the filters in the URL, and follows without a reload', async () => {
    page = await stage.window({ as: fan });
    await goTo(page, '/creators');
    expect(await page.title()).toBe('Creators | Fanfare');
    await waitForText(page, 'Grandmaster Flo');
    expect(await page.getByText('Lady Ember').count()).toBe(0);
    await page.getByRole('link', { name: 'Music' }).click();
    await page.waitForURL('**/creators?category=Music');
    await page.getByText('Grandmaster Flo').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Follow Quiet Atlas' }).click();
    await page.getByRole('button', { name: 'Following Quiet Atlas' }).waitFor();
    await waitForText(page, '1 follower');
    await page.goBack();
    await waitForText(page, 'Grandmaster Flo');
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('grand');
    await page.waitForURL('**/creators?search=grand');
    await page.getByText('Quiet Atlas').waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('zzyzx');
    await waitForText(page, 'No creators found');
    await goTo(page, '/creator/quiet_atlas');
    await page.getByRole('button', { name: 'Following Quiet Atlas' }).click();
    await page.getByRole('button', { name: 'Follow Quiet Atlas' }).waitFor();
  });

  it('shows adult creators only after the age gate', async () => {
    page = await stage.window();
    await goTo(page, '/creators');
    await page.getByRole('link', { name: 'NSFW' }).click();
    await press('No, I am under 18');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'NSFW' }).click();
    await press('Yes, I am 18+');
    await page.waitForURL('**/creators?category=NSFW');
    await waitForText(page, 'Lady Ember');
  });
});

describe('adding a creator', () => {
  it('asks a visitor to sign in first and returns to the same page', async () => {
    page = await stage.window();
    await goTo(page, '/creators');
    await press('Add a Creator');
    await page.waitForURL('**/auth?mode=login&redirect=%2Fcreators');
    expect(await page.evaluate(() => localStorage.getItem('originalPage'))).toBe('/creators');
    await signIn(page, fan.email);
    expect(new URL(page.url()).pathname).toBe('/creators');
    await waitForHydration(page);
  });

  it('shows invalid fields, reports existing creators, and adds new ones, on a phone', async () => {
    page = await stage.window({ as: fan, width: 390 });
    await goTo(page, '/creators');
    await press('Open menu');
    await press('Add a Creator');
    const dialog = page.getByRole('dialog', { name: 'Add a Creator' });
    await dialog.waitFor();
    const field = (label: string) => dialog.getByLabel(label, { exact: true });
    const add = () => dialog.getByRole('button', { name: 'Add creator' }).click();
    await add();
    for (const fault of [
      'Full name is required',
      'Username is required',
      'Category is required',
      'Please add at least one social media link.',
    ]) {
      await dialog.getByText(fault).waitFor();
    }
    expect(await axe(page)).toEqual([]);
    await field('Full name').fill('Sam Stone');
    await field('Username').pressSequentially('Sam-S');
    expect(await field('Username').inputValue()).toBe('sams');
    await field('Username').fill('sa');
    await field('Creator bio optional').fill('x'.repeat(201));
    await dialog.getByText('201/200').waitFor();
    await field('Platform of link 1').selectOption('youtube');
    await add();
    await dialog.getByText('Username must be at least 3 characters').waitFor();
    await dialog.getByText('Creator bio must be less than 200 characters').waitFor();
    await dialog.getByText('Please complete all social media links or remove empty ones').waitFor();
    await field('URL of link 1').fill('youtube.example/sam');
    await dialog.getByText('Please enter valid URLs (must start with http:// or https://)').waitFor();
    const file = dialog.locator('input[type=file]');
    await file.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await dialog.getByText('Only PNG, JPG, and WebP files are allowed').waitFor();
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024) });
    await dialog.getByText('File size must be less than 5MB').waitFor();

    await field('Username').fill('sam_stone');
    await field('Creator bio optional').fill('Plays the spoons.');
    await field('Category').selectOption('Music');
    await field('URL of link 1').fill('https://youtube.example/sam');
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await dialog.getByAltText('Avatar preview').waitFor();
    await add();
    await waitForText(page, 'Creator added successfully!');
    await waitForText(page, 'Sam Stone has been added to the platform.');
    await dialog.waitFor({ state: 'detached' });

    // The dialog starts empty and suggests the creator who was just added.
    await press('Add a Creator');
    expect(await field('Username').inputValue()).toBe('');
    await field('Full name').fill('sam');
    await dialog.getByRole('button', { name: /^Sam Stone/ }).click();
    await waitForText(page, 'Creator already exists');
    await waitForText(page, 'Sam Stone is already in our database.');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('a profile that fans have added', () => {
  it('is claimed with a code on one of its linked pages', async () => {
    const river = await stage.site.member('river');
    await stage.site.sql`update users set email_verified_at = now() where id = ${river.id}`;
    page = await stage.window({ as: river, width: 390, theme: 'dark' });
    await goTo(page, '/creator/river_song');
    await press('Claim this profile');
    const dialog = page.getByRole('dialog');
    const code = await dialog.getByLabel('Your code').inputValue();
    expect(await axe(page)).toEqual([]);
    await press('Check now');
    await waitForText(page, 'We didn’t find your code on any of these pages.');
    await waitForText(page, 'We couldn’t open this page.');
    expect(await axe(page)).toEqual([]);
    // The dialog shows the same code after a reload.
    await page.reload();
    await press('Claim this profile');
    expect(await dialog.getByLabel('Your code').inputValue()).toBe(code);
    ownText = `Songs about rivers. ${code}`;
    await press('Check now');
    // The link is new, and the fan who added it uses the same address.
    await page.getByRole('heading', { name: 'An admin reviews your claim' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await press('Done');
    await page.getByRole('heading', { name: 'Your claim is under review' }).waitFor();

    const { sql } = stage.site;
    await sql`
      update creator_links set added_at = added_at - interval '60 days', changed_at = changed_at - interval '60 days'`;
    await sql`update creator_profiles set created_at = created_at - interval '60 days' where username = 'river_song'`;
    await sql`delete from creator_traces where user_id = ${fan.id}`;
    await sql`update sessions set ip = '203.0.113.9' where user_id = ${fan.id}`;
    await press('Claim with a code');
    const nextCode = await dialog.getByLabel('Your code').inputValue();
    expect(nextCode).not.toBe(code);
    ownText = `Songs about rivers. ${nextCode}`;
    await press('Check now');
    await page.getByRole('heading', { name: '@river_song is yours' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await press('Stay here');
    await waitForText(page, `Claimed with: 127.0.0.1:${ownPort}/about`);
    await waitForText(page, 'An admin reviews your claim.');
    expect(await page.getByText('Verified creator').count()).toBe(0);
    // On a wide screen the navigation covers no link.
    page = await stage.window({ as: fan });
    await goTo(page, '/creator/river_song');
    await waitForText(page, 'Claimed with:');
    expect(await axe(page)).toEqual([]);
  });

  it('gets its check mark when an admin has seen the evidence and approves', async () => {
    const admins = await stage.window({ as: stage.site.admin });
    await goTo(admins, '/admin/claims');
    await admins.getByRole('link', { name: /river_song/ }).click();
    const claim = admins.getByRole('article', { name: /river_song/ });
    await claim.getByText('Same person?').waitFor();
    await claim.getByText(`Added by @${fan.username}`).first().waitFor();
    expect(await axe(admins)).toEqual([]);
    await claim.getByRole('button', { name: 'Approve…' }).click();
    await admins.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await waitForText(admins, 'is now a verified creator.');
    await goTo(admins, '/creator/river_song');
    await waitForText(admins, 'Verified creator');
    expect(await admins.getByText('Claimed with').count()).toBe(0);
  });

  it('offers no code to the person who added it, and makes no request that fails', async () => {
    await stage.site.sql`update users set email_verified_at = now() where id = ${fan.id}`;
    page = await stage.window({ as: fan });
    await goTo(page, '/creator/quiet_atlas');
    await press('Claim this profile');
    await waitForText(page, 'You added this profile and its links, so a code proves nothing. Ask an admin instead.');
    await page.getByRole('button', { name: 'Ask an admin instead' }).waitFor();
  });

  it('is claimed by its creator with an admin’s approval, or removed permanently', async () => {
    page = await stage.window({ as: maya });
    await goTo(page, '/creator/quiet_atlas');
    await waitForText(page, 'added by fans, not affiliated');
    await press('Claim this profile');
    await press('Ask an admin instead');
    await press('Send claim');
    await waitForText(page, 'Message is required');
    await page.getByLabel('Message').fill('I am Quiet Atlas.');
    await page.getByLabel('Proof link').fill('https://atlas.example/fanfare');
    await press('Send claim');
    await page.getByRole('heading', { name: 'Your claim is under review' }).waitFor();

    const admins = await stage.window({ as: stage.site.admin });
    await goTo(admins, '/admin/claims');
    await admins.getByRole('link', { name: /quiet_atlas/ }).click();
    const claim = admins.getByRole('article', { name: /quiet_atlas/ });
    await claim.getByText('I am Quiet Atlas.').waitFor();
    await claim.getByRole('button', { name: 'Approve…' }).click();
    await admins.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await waitForText(admins, 'is now a verified creator.');
    await goTo(page, '/creator/quiet_atlas');
    await waitForText(page, 'Verified creator');
    expect(await page.getByRole('heading', { name: 'Is this you?' }).count()).toBe(0);

    page = await stage.window({ as: fan, width: 390 });
    await goTo(page, '/creator/grand_flo');
    await press('Remove me');
    await press('Remove profile');
    await waitForText(page, 'Please confirm that this is you');
    await page.getByLabel(/^I am Grandmaster Flo/).check();
    await press('Remove profile');
    await page.waitForURL('**/creators');
    await waitForText(page, 'Profile removed');
    await page.getByText('Grandmaster Flo').waitFor({ state: 'detached' });
  });
});
