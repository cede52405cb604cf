import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { savePool } from '#contract/saves.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { readCalendarDocument } from '#testing/icalendar.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('a person creates a calendar link in the settings, replaces it and removes it', async () => {
  const { site } = stage;
  const [fan, creator] = await Promise.all([site.member('fan'), site.creator()]);
  const pool = await site.newPool(fan, creator, { title: 'Rain, snow' });
  await fan.client.call(savePool, { params: { id: pool.id } });
  const page = await stage.window({ as: fan });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await goTo(page, `${paths.settings}#calendar`);
  const part = page.getByRole('region', { name: 'Calendar', exact: true });
  await photographAll(page, 'calendar-none');
  await page.setViewportSize({ width: 1280, height: 900 });
  await part.getByRole('button', { name: 'Create calendar link' }).click();
  const link = part.getByLabel('Calendar link', { exact: true });
  const url = await link.inputValue();
  await part.getByRole('button', { name: 'Copy Calendar link' }).click();
  await waitForText(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  const webcal = await part.getByRole('link', { name: 'Open in my calendar app' }).getAttribute('href');
  expect(webcal).toBe(url.replace('http:', 'webcal:'));
  await part.getByText('not read by a calendar yet').waitFor();
  await photographAll(page, 'calendar-new');
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await axe(page)).toEqual([]);

  const read = async (address: string) => {
    const response = await fetch(address);
    return response.ok ? readCalendarDocument(await response.text()).events.map((event) => event.get('SUMMARY')) : null;
  };
  expect(await read(url)).toEqual([`Last hour to pledge: ${pool.title}`]);
  await page.reload();
  await part.getByText('last read by a calendar').waitFor();
  expect(await link.count()).toBe(0);
  await photographAll(page, 'calendar-kept');
  await page.setViewportSize({ width: 1280, height: 900 });

  await part.getByRole('button', { name: 'New link' }).click();
  const question = page.getByRole('dialog', { name: 'Create a new calendar link?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await read(url)).not.toBeNull();
  await part.getByRole('button', { name: 'New link' }).click();
  await question.getByRole('button', { name: 'Create link' }).click();
  const next = await link.inputValue();
  expect(next).not.toBe(url);
  expect([await read(url), (await read(next))?.length]).toEqual([null, 1]);

  await part.getByRole('button', { name: 'Remove link' }).click();
  await page
    .getByRole('dialog', { name: 'Remove the calendar link?' })
    .getByRole('button', { name: 'Remove link' })
    .click();
  await part.getByRole('button', { name: 'Create calendar link' }).waitFor();
  expect(await read(next)).toBeNull();
});
