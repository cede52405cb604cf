import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import { answerTo, goTo, waitForText } from '#testing/browser.ts';
import { password } from '#testing/journeys/http-site.ts';
import { mailedToken } from '#testing/outbox.ts';
import { setStage } from './stage.ts';

/**
 * Chrome and Edge translate a page by replacing its text nodes with <font> elements. A stage fails on any error in the console, also one
 * that the page recovers from.
 */
const stage = setStage();

/** Runs in the page: replaces every visible text node in the way of Chrome's translation. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('script,style,noscript,textarea,font,svg') || !node.nodeValue?.trim()
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/** Acts of a person on a page that is translated before each of them. */
function translated(page: Page) {
  const field = (label: string | RegExp, within: Page | Locator = page) =>
    within.getByLabel(label, { exact: label === 'Password' || label === 'Email' });
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first();
  const before = <Rest extends unknown[]>(act: (...rest: Rest) => Promise<unknown>) => {
    return async (...rest: Rest) => {
      const screen = await page.evaluateHandle(() => document);
      await screen.evaluate(translate);
      await act(...rest);
      // The act may lead to another document, which is not yet hydrated.
      await screen.evaluate(translate).catch((error: Error) => {
        if (!/Execution context was destroyed|disposed/.test(error.message)) throw error;
      });
    };
  };
  return {
    fill: before((label: string | RegExp, text: string, within?: Locator) => field(label, within).fill(text)),
    press: before((name: string | RegExp, within?: Locator) => button(name, within).click()),
    check: before((label: string) => field(label).click()),
    choose: before((label: string, option: string) => field(label).selectOption(option)),
    sees: before((text: string | RegExp) => waitForText(page, text)),
  };
}

describe('on a page that the browser translates, a person', () => {
  it('registers with a password', async () => {
    const page = await stage.window();
    await goTo(page, '/auth?mode=register');
    const { fill, press, sees } = translated(page);
    await press('Create account');
    await sees('Username is required');
    const name = `new_${randomBytes(4).toString('hex')}`;
    await fill('Username', name);
    await fill('Email', `${name}@example.org`);
    await fill('Password', 'short');
    await press('Create account');
    await sees('Password must be at least 8 characters');
    await fill('Password', password);
    await press('Create account');
    await page.waitForURL((url) => url.pathname !== '/auth');
  });

  it('signs in after a refusal', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window();
    stage.allow(/status of 401/);
    await goTo(page, '/auth');
    const { fill, press, sees } = translated(page);
    await fill('Email', ada.email);
    await fill('Password', 'not the password');
    await press('Sign In');
    await sees('Login failed');
    await fill('Password', password);
    await press('Sign In');
    await page.waitForURL((url) => url.pathname !== '/auth');
  });

  it('recovers an account', async () => {
    const ada = await stage.site.member('ada');
    const page = await stage.window();
    const { fill, press, sees } = translated(page);
    await goTo(page, '/forgot-password');
    await press('Send link');
    await sees('Email is required');
    await fill('Email', ada.email);
    await press('Send link');
    await sees('Check your email');
    await goTo(page, `/reset-password?token=${await mailedToken(stage.site.app, ada.email, '/reset-password')}`);
    await fill('New password', 'short');
    await press('Set password');
    await sees('Password must be at least 8 characters');
    await fill('New password', 'a better horse 10');
    await press('Set password');
    await sees('Password changed');
  });

  it('creates a pool', async () => {
    const page = await stage.window({ as: await stage.site.member('ada') });
    await goTo(page, '/pool/create');
    const { fill, press, sees } = translated(page);
    await press('Continue');
    await sees('Title is required');
    await fill('Title', 'A waltz for the last tram');
    await fill('Description', 'Three minutes, with the bell of the tram in it.');
    await press('Music');
    await press('Continue');
    await fill('Goal', '120');
    await press('Continue');
    await press('Create pool');
    await sees('Your pool is open');
  });

  it('posts comments', async () => {
    const { site } = stage;
    const fan = await site.member('fan');
    const pool = await site.newPool(await site.member('owner'), await site.creator());
    const page = await stage.window({ as: fan });
    await goTo(page, poolTabPath(pool.canonicalPath, 'comments'));
    const { fill, press, sees } = translated(page);
    const comments = page.getByRole('region', { name: /^Comments/ });
    for (const text of ['Please do. See https://example.com/harbor.', 'The second one']) {
      await fill('Write a comment', text, comments);
      const posted = answerTo(page, addComment);
      await press('Post comment', comments);
      await posted;
      await sees(text.slice(0, 10));
    }
    await press(/^Reply\s*to fan/, comments);
    await fill(/Write a reply|Reply/, 'And a third', comments);
    await press(/^Post reply|^Reply$/, comments);
    await sees('And a third');
  });

  it('saves settings', async () => {
    const page = await stage.window({ as: await stage.site.member('ada') });
    await goTo(page, '/settings');
    const { fill, press, check, sees } = translated(page);
    const profile = page.getByRole('region', { name: 'Profile', exact: true });
    await fill('Username', 'admin', profile);
    await sees('This username is already taken');
    await fill('Username', `ada_${randomBytes(4).toString('hex')}`, profile);
    await fill('Display name', 'Ada Lovelace', profile);
    await fill('Bio', 'Mathematics.', profile);
    await press('Save profile', profile);
    await sees('Profile saved');
    await check('Hide the pools I back');
    await fill('Bio', 'Mathematics and poetry.', profile);
    await press('Save profile', profile);
    await expect.poll(() => profile.getByRole('button', { name: 'Save profile' }).getAttribute('aria-busy')).toBe(null);
  });

  it('writes to the operator', async () => {
    const page = await stage.window();
    await goTo(page, '/contact-us');
    const { fill, press, sees } = translated(page);
    await press('Send message');
    await sees('Subject is required');
    await fill('Name', 'Ada');
    await fill('Email', 'ada@example.org');
    await fill('Subject', 'A question');
    await fill('Message', 'How do I start a pool for a whole band?');
    await press('Send message');
    await page.getByRole('button', { name: 'Write another' }).waitFor();
  });

  it('applies as a creator', async () => {
    const page = await stage.window({ as: await stage.site.member('maya') });
    stage.allow(/status of 404/);
    await goTo(page, '/become-creator');
    const { fill, press, check, choose, sees } = translated(page);
    await press('Send application');
    await sees(/required/i);
    await fill('Full name', 'Maya Reyes');
    await fill('Username', 'maya_makes');
    await choose('Category', 'Music');
    await fill('Bio', 'Songs about the weather.');
    await page.getByLabel('Platform of link 1').selectOption({ index: 1 });
    await fill('URL of link 1', 'https://maya.example/songs');
    await fill('Proof link', 'https://maya.example/proof');
    await check('I agree to the creator agreement');
    await press('Send application');
    await sees('Your application is under review');
  });
});

describe('an error that the page can recover from', () => {
  it('mounts the page again instead of stopping it', async () => {
    const page = await stage.window({ as: await stage.site.member('ada') });
    stage.allow(/a page component threw|NotFoundError|not a child/);
    await goTo(page, '/browse-tip-pools');
    // An extension moves what React is about to remove.
    await page.evaluate(() => {
      const { removeChild } = Node.prototype;
      Node.prototype.removeChild = () => {
        Node.prototype.removeChild = removeChild;
        throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
      };
    });
    await page.getByRole('link', { name: 'Creators', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor();
    expect(await page.getByText('stopped working').count()).toBe(0);
  });

  it('offers a way on when the frame of the page fails again', async () => {
    const page = await stage.window({ as: await stage.site.member('eva') });
    stage.allow(/a page component threw|blocked by an extension/);
    await goTo(page, '/browse-tip-pools');
    await page.evaluate(() => {
      window.scrollTo = () => {
        throw new Error('blocked by an extension');
      };
    });
    await page.getByRole('link', { name: 'Creators', exact: true }).first().click();
    await page.getByText('This page stopped working in your browser.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor();
  });
});
