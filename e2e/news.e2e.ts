import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { followCreator } from '#contract/creators/creators.ts';
import { chooseNotifications } from '#contract/notifications.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { makeUnclaimedProfile } from '#testing/builders.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let owner: Member;
let creator: CreatorMember;
let followed: Pool;
let other: Pool;

beforeAll(async () => {
  const { site } = stage;
  [owner, creator] = await Promise.all([site.member('owner'), site.creator()]);
  followed = await site.newPool(owner, creator, { title: 'A song of a creator I follow', fundingGoal: 500_00 });
  other = await site.newPool(owner, await site.creator(), { title: 'A song of someone else' });
});

const follow = (who: Member) =>
  who.client.call(followCreator, { params: { username: creator.username.toLowerCase() } });

async function pledge(fan: Member, pool: Pool): Promise<string> {
  await stage.site.giveCard(fan.id, 'pays');
  const body = { amountCents: 20_00, requestKey: randomUUID(), useSavedCard: true };
  const { pledge: made } = await fan.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
  await stage.site.app.settle();
  return made.id;
}

describe('the filter of creators that a person follows', () => {
  it('shows the pools for them, says what to do without any, and follows a press on Follow', async () => {
    const fan = await stage.site.member();
    const page = await stage.window({ as: fan });
    await goTo(page, '/browse-tip-pools');
    await page.getByRole('main').getByRole('link', { name: 'Following', exact: true }).click();
    await page.waitForURL('**/browse-tip-pools?following=true');
    await waitForText(page, 'No pools for creators you follow yet');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'feed-following-none');
    await page.getByRole('link', { name: 'Find creators' }).click();
    await page.waitForURL('**/creators');
    await follow(fan);
    await goTo(page, '/browse-tip-pools?following=true');
    await waitForText(page, followed.title);
    await waitForText(page, 'For creators you follow');
    expect(await page.getByText(other.title).count()).toBe(0);
  });

  it('is hidden from visitors, whose pages it does not change', async () => {
    const page = await stage.window({});
    await goTo(page, '/browse-tip-pools');
    await waitForText(page, followed.title);
    expect(await page.getByRole('main').getByRole('link', { name: 'Following', exact: true }).count()).toBe(0);
    await goTo(page, '/browse-tip-pools?following=true');
    await waitForText(page, 'Sign in to see the creators you follow');
  });
});

describe('the page after a pledge', () => {
  it('says when the creator was told, and that they hear about the pledge', async () => {
    const fan = await stage.site.member();
    const id = await pledge(fan, followed);
    const page = await stage.window({ as: fan });
    await goTo(page, `/payment/success?pledge=${id}`);
    await waitForText(page, /was told about this pool on .* and hears about your pledge in a daily summary\./);
    expect(await axe(page)).toEqual([]);
  });

  it('has a message to copy for a creator who has not claimed the profile, and says that they heard nothing', async () => {
    const { profileId } = await makeUnclaimedProfile(stage.site.app);
    const pool = await stage.site.newPool(owner, null, {
      title: 'For someone who is not here yet',
      creatorProfileId: profileId,
      fundingGoal: 500_00,
    });
    const fan = await stage.site.member();
    const id = await pledge(fan, pool);
    const page = await stage.window({ as: fan, width: 390, phone: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, `/payment/success?pledge=${id}`);
    await waitForText(page, 'Sam hasn’t claimed this profile yet, so they have heard nothing.');
    const text = await page.getByLabel('A message to send to Sam').inputValue();
    expect(text).toContain(`${stage.site.app.url}${pool.canonicalPath}`);
    expect(text).toContain('have pledged $20 of $500 for “For someone who is not here yet”');
    await page.getByRole('button', { name: 'Copy the message' }).click();
    await waitForText(page, 'Message copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'pledge-unclaimed');
  });
});

describe('the choices', () => {
  it('offer each kind of news to a creator', async () => {
    const page = await stage.window({ as: creator });
    await goTo(page, '/settings#notifications');
    for (const kind of ['New requests', 'First pledges', 'Progress toward a goal', 'New backers'])
      expect(await page.getByRole('checkbox', { name: `${kind}: push` }).isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: 'First pledges: here' }).click();
    await page.getByRole('checkbox', { name: 'First pledges: here', checked: false }).waitFor();
    await creator.client.call(chooseNotifications, { body: { topic: 'first_pledges', inApp: true } });
    expect(await page.getByRole('combobox', { name: 'Creators you follow: email' }).inputValue()).toBe('never');
  });
});
