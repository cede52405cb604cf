import { type Text, t, verbatim } from '#contract/language/text.ts';

export const socialPlatforms = ['instagram', 'youtube', 'tiktok', 'twitter', 'onlyfans', 'other'] as const;

const names: Readonly<Record<string, string>> = {
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  twitter: 'Twitter/X',
  onlyfans: 'OnlyFans',
};

/** Undefined for a platform that is none of `socialPlatforms`. */
export function socialPlatformLabel(platform: string): Text | undefined {
  if (platform === 'other') return t({ message: 'Other', context: 'another social media platform' });
  const name = names[platform];
  return name === undefined ? undefined : verbatim(name);
}
