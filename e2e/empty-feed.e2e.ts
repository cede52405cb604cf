import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { axe, goTo } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('offers each role the first step in the feed of an empty site', async () => {
  const { site } = stage;
  const fan = await site.member();
  const steps = [
    ['visitor', site.visitor(), paths.feed, ['Start the first pool', 'Become a Creator']],
    ['fan', fan, paths.home, ['Start the first pool', 'Add a creator']],
    ['admin', site.admin, paths.feed, ['Create the first pool', 'Add a creator', 'Set up this site']],
  ] as const;
  for (const [name, as, path, links] of steps) {
    const page = await stage.window({ as });
    await goTo(page, path);
    const main = page.getByRole('main');
    await expect.poll(() => main.getByText('No tip pools available').count(), { message: name }).toBe(1);
    await expect.poll(() => main.getByText('Be the first to create one.').count(), { message: name }).toBe(1);
    for (const link of links) expect(await main.getByRole('link', { name: link }).count(), `${name}: ${link}`).toBe(1);
    expect(await main.getByRole('link', { name: links[0] }).getAttribute('href')).toBe(paths.createPool);
    expect(await axe(page), name).toEqual([]);
    await photographAll(page, `empty-feed-${name}`);
  }
});
