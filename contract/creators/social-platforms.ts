export const socialPlatforms = ['instagram', 'youtube', 'tiktok', 'twitter', 'onlyfans', 'other'] as const;
export const socialPlatformLabels: Record<(typeof socialPlatforms)[number], string> = {
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  twitter: 'Twitter/X',
  onlyfans: 'OnlyFans',
  other: 'Other',
};
