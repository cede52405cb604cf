/** The application of a creator under this name. */
export const applicationOf = (username: string) => ({
  fullName: 'Maya Reyes',
  username,
  category: 'Music',
  bio: 'Songs about the weather.',
  socialLinks: [{ platform: 'youtube' as const, url: 'https://youtube.example/maya' }],
  proofUrl: 'https://maya.example/proof',
  agreement: true as const,
});
