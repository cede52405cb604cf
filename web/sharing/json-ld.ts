import type { CreatorProfile } from '#contract/creators/creators.ts';
import { localized } from '#contract/language/localized-path.ts';
import { t } from '#contract/language/text.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { creatorShareImage, poolShareImage } from '#contract/sharing.ts';
import type { Site } from '#contract/site.ts';

/** The breadcrumb from the home page to this page. */
function breadcrumb(site: Site, steps: readonly (readonly [name: string, path: string])[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.publicUrl + localized(path),
    })),
  };
}

const usd = (cents: number) => ({ '@type': 'MonetaryAmount', currency: 'USD', value: (cents / 100).toFixed(2) });

/** A pool as a schema.org Project with a grant, which is the closest type that schema.org has. */
export function poolJsonLd(pool: Pool, site: Site): object {
  const url = site.publicUrl + localized(pool.canonicalPath);
  const category = pool.categories[0]?.category.name;
  const creator = pool.targetCreator;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Project',
        '@id': url,
        url,
        name: pool.title,
        description: pool.description,
        image: site.publicUrl + poolShareImage(pool),
        foundingDate: pool.createdAt,
        keywords: pool.categories.map(({ category: { name } }) => categoryText(name)).join(', '),
        founder: { '@type': 'Person', name: pool.creator.displayName ?? pool.creator.username },
        ...(creator
          ? {
              member: {
                '@type': 'Person',
                name: creator.displayName,
                url: site.publicUrl + localized(creatorPath(creator.username)),
              },
            }
          : {}),
        funding: { '@type': 'MonetaryGrant', name: t`Goal`, amount: usd(pool.fundingGoal) },
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/DonateAction',
          userInteractionCount: pool.fanCount,
        },
      },
      breadcrumb(site, [
        [t`Tip pools`, paths.feed],
        ...(category
          ? ([[categoryText(category), `${paths.feed}?categories=${encodeURIComponent(category)}`]] as const)
          : []),
        [pool.title, pool.canonicalPath],
      ]),
    ],
  };
}

export function creatorJsonLd(profile: CreatorProfile, site: Site): object {
  const path = creatorPath(profile.username);
  const url = site.publicUrl + localized(path);
  const links = [profile.websiteUrl, ...profile.socialLinks.map((link) => link.url)];
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfilePage',
        '@id': url,
        url,
        dateCreated: profile.createdAt,
        mainEntity: {
          '@type': 'Person',
          name: profile.displayName,
          alternateName: profile.username,
          description: profile.description || undefined,
          image: site.publicUrl + creatorShareImage(profile.username),
          sameAs: links.filter((link) => link !== null && /^https?:\/\//i.test(link)),
          interactionStatistic: {
            '@type': 'InteractionCounter',
            interactionType: 'https://schema.org/FollowAction',
            userInteractionCount: profile.followerCount,
          },
        },
      },
      breadcrumb(site, [
        [t`Tip pools`, paths.feed],
        [profile.displayName, path],
      ]),
    ],
  };
}
