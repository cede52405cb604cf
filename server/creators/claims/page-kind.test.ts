import { expect, it } from 'vitest';
import { pageKindOf } from './page-kind.ts';

it.each([
  ['https://www.youtube.com/@maya', 'platform'],
  ['https://youtube.com/channel/UC123/about', 'platform'],
  ['https://www.youtube.com/watch?v=abc', 'unknown'],
  ['https://youtube.com.evil.example/@maya', 'unknown'],
  ['https://instagram.com/maya.reyes/', 'platform'],
  ['https://instagram.com/p/abc', 'unknown'],
  ['https://instagram.com/p', 'unknown'],
  ['https://x.com/maya_reyes', 'platform'],
  ['https://x.com/maya/status/1', 'unknown'],
  ['https://www.tiktok.com/@maya', 'platform'],
  ['https://onlyfans.com/maya', 'platform'],
  ['https://maya.github.io', 'free_host'],
  ['https://sites.google.com/view/maya', 'free_host'],
  ['https://notgithub.io/maya', 'unknown'],
  ['https://maya.example', 'unknown'],
  ['https://twitch.tv/maya', 'platform'],
  ['https://www.twitch.tv/maya', 'platform'],
  ['https://twitch.tv/maya/videos', 'unknown'],
  ['https://twitch.tv', 'unknown'],
  ['not a link', 'unknown'],
])('judges %s as %s', (page, kind) => {
  expect(pageKindOf(page, ['twitch.tv'])).toBe(kind);
});
