import { beforeAll, describe, expect, it } from 'vitest';
import { creatorPath } from '#contract/paths.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { readOutbox } from '#testing/outbox.ts';
import { textPages } from './screens.ts';
import { setStage } from './stage.ts';

const operatorEmail = 'office@operator.example';
const stage = setStage({ env: { OPERATOR_NAME: 'Brass Band Ltd', OPERATOR_EMAIL: operatorEmail } });

let fan: Member;
let creator: CreatorMember;

beforeAll(async () => {
  [fan, creator] = await Promise.all([stage.site.member('fan'), stage.site.creator()]);
  await stage.site.newPool(fan, creator, { title: 'A lullaby for grown-ups' });
});

describe('the landing page', () => {
  it('shows "Become a Creator" once, within the first screen, at every width', async () => {
    const page = await stage.window();
    for (const width of [360, 390, 768, 1023, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await goTo(page, '/');
      const link = page.getByRole('link', { name: 'Become a Creator' }).filter({ visible: true });
      expect(await link.count(), `${width} wide`).toBe(1);
      expect((await link.boundingBox())?.y, `${width} wide`).toBeLessThan(760);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  it('links to every page that the specification names', async () => {
    const page = await stage.window();
    await goTo(page, '/');
    const links = await page
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const foot = textPages.filter((name) => !['about-us', 'how-it-works'].includes(name));
    const wanted = [
      ...[
        '/about-us',
        '/how-it-works',
        '/contact-us',
        '/become-creator',
        '/browse-tip-pools',
        creatorPath(creator.username),
      ],
      ...['/auth?mode=login&redirect=%2F', '/auth?mode=register&redirect=%2F'],
      ...foot.map((name) => `/${name}`),
    ];
    expect(wanted.filter((path) => !links.includes(path))).toEqual([]);
    await waitForText(page, 'A lullaby for grown-ups');
    await waitForText(page, '1 active');
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await page.waitForURL('**/auth?mode=register&redirect=%2F');
    expect(await page.evaluate(() => localStorage.getItem('originalPage'))).toBe('/');
  });

  it('loads the film on request and shows it paused with reduced motion', async () => {
    const page = await stage.window({ width: 390, motion: false });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await goTo(page, '/');
    expect(fetched.filter((url) => /film|video-player/.test(url))).toEqual([]);
    await page.getByRole('button', { name: 'Watch Video' }).click();
    const film = page.getByRole('dialog', { name: 'How Fanfare works' });
    await film.getByRole('button', { name: 'Play: How Fanfare works' }).waitFor();
    const shown = await film.locator('video').evaluate(async (video: HTMLVideoElement) => {
      const [track] = video.textTracks;
      while (!track?.cues?.length) await new Promise((resolve) => setTimeout(resolve, 50));
      return { paused: video.paused, mode: track.mode, cues: track.cues.length };
    });
    expect(shown).toEqual({ paused: true, mode: 'showing', cues: 5 });
    expect(await axe(page)).toEqual([]);
    expect(fetched.filter((url) => !url.startsWith(stage.site.app.url))).toEqual([]);
    await page.keyboard.press('Escape');
    await film.waitFor({ state: 'detached' });
  });

  it('plays the film without reduced motion', async () => {
    const page = await stage.window({ motion: true });
    await goTo(page, '/');
    await page.getByRole('button', { name: 'Watch Video' }).click();
    const position = page.getByLabel('Position in How Fanfare works');
    await expect.poll(async () => Number(await position.inputValue()), { timeout: 15_000 }).toBeGreaterThan(0.3);
    await page.getByRole('button', { name: 'Pause: How Fanfare works' }).click();
    await page.getByRole('button', { name: 'Play: How Fanfare works' }).waitFor();
  });
});

describe('text pages', () => {
  it('name the operator and the installation’s windows, and link to each section', async () => {
    const page = await stage.window();
    await goTo(page, '/terms-of-service');
    await waitForText(page, 'Brass Band Ltd');
    await waitForText(page, '7 days');
    await waitForText(page, 'A template.');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'What is not allowed' }).click();
    await page.waitForURL('**/terms-of-service#conduct');
    expect(await page.locator('#conduct').evaluate((heading) => heading.getBoundingClientRect().top)).toBeLessThan(120);
  });

  it('mark the section that the person reads in the list beside the text', async () => {
    const page = await stage.window({ width: 1440 });
    await goTo(page, '/privacy-policy');
    const list = page.locator('.toc');
    const marked = () => list.locator('[aria-current]').allTextContents();
    expect(await marked()).toEqual([]);
    const titles = await list.getByRole('link').allTextContents();
    await list.getByRole('link').nth(2).click();
    await expect.poll(marked).toEqual([titles[2]]);
    await page.keyboard.press('End');
    await expect.poll(marked).toEqual([titles.at(-1)]);
  });

  it('send a contact message of a visitor after showing missing fields', async () => {
    const page = await stage.window();
    await goTo(page, '/contact-us');
    await page.getByRole('button', { name: 'Send message' }).click();
    for (const name of ['Name', 'Email', 'Subject', 'Message']) await waitForText(page, `${name} is required`);
    await page.getByLabel('Name').fill('Mika');
    await page.getByLabel('Email').fill('mika@example.org');
    await page.getByLabel('Subject').fill('A question');
    await page.getByLabel('Message').fill('Where is my money?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('button', { name: 'Write another' }).waitFor();
    const mails = await readOutbox(stage.site.app, operatorEmail);
    expect(mails.map(({ subject }) => subject)).toEqual(['Contact: A question']);
  });

  it('are linked in the footer of every page, also on a phone', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await goTo(page, '/browse-tip-pools');
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Privacy Policy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  });
});

describe('offline', () => {
  it('shows an offline page, and the next try works', async () => {
    const page = await stage.window({ worker: true });
    await goTo(page, '/about-us');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    });
    stage.allow(/ERR_INTERNET_DISCONNECTED|status of 503|ERR_FAILED|could not update the head/);
    await page.context().setOffline(true);
    await page.goto('/faq');
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Frequently asked questions' }).waitFor();
    await waitForHydration(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'CCPA' }).click();
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await expect.poll(() => page.title()).toBe('You are offline | Fanfare');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'California privacy rights' }).waitFor();
  });
});
