import { join } from 'node:path';
import { directionOf } from '#contract/language/languages.ts';
import { currentLocale, plural, t } from '#contract/language/text.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import type { Pool, PoolCard } from '#contract/pools/pools.ts';
import { isAdultCreator, shareSize } from '#contract/sharing.ts';
import { hash, huesOf } from '#contract/values/fan-art.ts';
import { readCreator } from '#server/creators/read-creator.ts';
import { listPools } from '#server/discovery/list-pools.ts';
import { openImageCache } from '#server/media/image-cache.ts';
import { isPublicImage } from '#server/media/image-uses.ts';
import { readStoredImage } from '#server/media/read-stored-image.ts';
import { createSvgRenderer } from '#server/media/render-svg.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPool } from '#server/pools/show-pool.ts';
import { withHexColors } from './oklch-to-hex.ts';
import { readInEnglish } from './query-language.ts';
import type { Frame, Meter, ShareCard } from './share-card.ts';
import { visitor } from './visitor.ts';

const cacheBytes = 256 * 1024 * 1024;
const neverMs = Number.POSITIVE_INFINITY;

/** The figures of a pool; those of its end if it ended without a delivery. */
const meterOf = ({ atEnd, ...pool }: PoolCard & Partial<Pick<Pool, 'atEnd'>>): Meter => ({
  goalCents: pool.fundingGoal,
  pledgedCents: atEnd?.pledgedAmount ?? pool.pledgedAmount,
  paidCents: pool.currentAmount,
  fanCount: atEnd?.fanCount ?? pool.fanCount,
});

const askedOf = (pool: PoolCard) =>
  pool.targetCreator ? t`requested from ${{ creator: pool.targetCreator.displayName }}` : t`open to any creator`;

/** Replaces a title if the fonts can draw less than half of it, such as a Thai title. */
async function titleOf(title: string, instead: string): Promise<string> {
  const { drawable } = await import('./text-paths.ts');
  return (await drawable(title)).length >= title.trim().length / 2 ? title : instead;
}

const directionNow = () => directionOf(currentLocale());

async function poolCard(context: MoneyContext, id: string): Promise<{ card: ShareCard; photo: string | null }> {
  const pool = await readInEnglish(() => readPool(context, visitor, id));
  const { brandName } = context.config;
  if (pool.adult) {
    const card = {
      brandName,
      title: t`Adult pool`,
      line: t`Confirm your age to see the request`,
      meter: meterOf(pool),
      art: { seed: pool.id, hues: huesOf('nsfw') },
      direction: directionNow(),
    };
    return { card, photo: null };
  }
  const category = pool.categories[0]?.category.name;
  const card = {
    brandName,
    title: await titleOf(pool.title, category ? t`A ${{ category: categoryText(category) }} pool` : t`A tip pool`),
    line: askedOf(pool),
    meter: meterOf(pool),
    art: { seed: pool.id, hues: huesOf(category) },
    direction: directionNow(),
  };
  return { card, photo: pool.imageUrl };
}

async function creatorCard(context: Platform, username: string): Promise<{ card: ShareCard; photo: string | null }> {
  const creator = await readInEnglish(() => readCreator(context, visitor, username));
  const { brandName } = context.config;
  const hue = hash(creator.username) % 360;
  const hues = creator.category ? huesOf(creator.category) : ([hue, (hue + 60) % 360] as const);
  const art = { seed: creator.username, hues };
  if (isAdultCreator(creator.category)) {
    return {
      card: {
        brandName,
        title: t`Adult creator`,
        line: t`Confirm your age to see more`,
        art,
        direction: directionNow(),
      },
      photo: null,
    };
  }
  const query = { creator: creator.username, page: 1, pageSize: 50 };
  const { pools, pagination } = await readInEnglish(() => listPools(context, visitor, query));
  const fullest = pools.toSorted((one, other) => other.pledgedAmount - one.pledgedAmount)[0];
  const card = {
    brandName,
    title: await titleOf(creator.displayName, `@${creator.username}`),
    line: t`${{ username: `@${creator.username}` }} · ${plural({ pools: pagination.totalCount }, { one: '# tip pool', other: '# tip pools' })}`,
    ...(fullest ? { meterTitle: await titleOf(fullest.title, t`Tip pool`), meter: meterOf(fullest) } : {}),
    art,
    direction: directionNow(),
  };
  return { card, photo: creator.profileImageUrl };
}

function siteCard({ config }: Platform): { card: ShareCard; photo: null } {
  const card = {
    brandName: config.brandName,
    title: t`Ask for it together. Get it made.`,
    line: t`No card is charged until the creator accepts`,
    art: { seed: 'site', hues: [80, 325] as const },
    direction: directionNow(),
  };
  return { card, photo: null };
}

function cardOf(context: MoneyContext, of: Subject) {
  if ('pool' in of) return poolCard(context, of.pool);
  return 'creator' in of ? creatorCard(context, of.creator) : siteCard(context);
}

export type Subject = { pool: string } | { creator: string } | { site: true };

/**
 * Draws the pictures that other sites show next to links to this site. The cache key is the drawing itself, so that a new pledge makes a
 * new picture. `beforeDrawing` runs only on a cache miss and may throw.
 */
export function createSharePictures(context: MoneyContext) {
  const cache = openImageCache(join(context.config.dataDir, 'cache', 'shared'), {
    maxBytes: cacheBytes,
    maxAgeMs: neverMs,
  });
  const running = new Map<string, Promise<Buffer>>();
  const renderSvg = createSvgRenderer();

  async function draw(
    key: string,
    { svg, photo, frame }: { svg: string; photo: string | null; frame: Frame },
  ): Promise<Buffer> {
    const data = photo ? await readStoredImage(context, photo) : null;
    const picture = await renderSvg({
      svg: withHexColors(svg),
      ...(data ? { photo: { data, ...frame } } : {}),
    });
    await cache.put(key, picture).catch((error) => context.log.warn({ err: error }, 'a share picture was not cached'));
    return picture;
  }

  return async function sharePicture(of: Subject, beforeDrawing: () => Promise<void>): Promise<Buffer> {
    const { card, photo: picture } = await cardOf(context, of);
    // The same picture may be adult or disabled in another place.
    const photo = picture && (await isPublicImage(context, picture)) ? picture : null;
    // The fonts and HarfBuzz load with the first picture.
    const { artFrame, shareCardSvg } = await import('./share-card.ts');
    const svg = await shareCardSvg(card);
    const key = `${shareSize.width}x${shareSize.height} ${photo ?? ''} ${svg}`;
    const cachedPicture = await cache.get(key);
    if (cachedPicture) return cachedPicture;
    await beforeDrawing();
    const runningDraw = running.get(key);
    if (runningDraw !== undefined) return runningDraw;
    const work = draw(key, { svg, photo, frame: artFrame(card.direction) }).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
}
