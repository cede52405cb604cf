import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { localized } from '#contract/language/localized-path.ts';
import { t } from '#contract/language/text.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { categoryFeedBase, creatorFeedBase, feedPath, isAdultCreator } from '#contract/sharing.ts';
import { listCategories } from '#server/creators/categories.ts';
import { readCreator } from '#server/creators/read-creator.ts';
import { listPools } from '#server/discovery/list-pools.ts';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { inQueryLanguage, readInEnglish } from './query-language.ts';
import { visitor } from './visitor.ts';
import { type Feed, writeAtom, writeRss } from './write-feed.ts';
import { sendText } from './xml.ts';

const newestPools = 30;
const formats = [
  { ending: 'xml', type: 'application/rss+xml; charset=utf-8', write: writeRss },
  { ending: 'atom', type: 'application/atom+xml; charset=utf-8', write: writeAtom },
] as const;

type Part = { [K in 'title' | 'description']: Feed[K] } & {
  /** Of the page with the same pools, without its language. */
  path: string;
  base: string;
  category?: string;
  creator?: string;
};

/** Throws not_found for an adult category: feed readers cannot pass the age gate. */
async function categoryPart(context: Platform, name: string): Promise<Part> {
  const searchName = name.toLowerCase();
  const match = (await readInEnglish(() => listCategories(context))).find(
    (category) => category.name.toLowerCase() === searchName,
  );
  if (!match || isAdultCreator(match.name)) throw appError('not_found');
  return {
    title: `${categoryText(match.name)} | ${context.config.brandName}`,
    description: t`New tip pools in ${{ category: categoryText(match.name) }}.`,
    path: `${paths.feed}?categories=${encodeURIComponent(match.name)}`,
    base: categoryFeedBase(match.name),
    category: match.name,
  };
}

async function creatorPart(context: Platform, username: string): Promise<Part> {
  const creator = await readInEnglish(() => readCreator(context, visitor, username));
  if (isAdultCreator(creator.category)) throw appError('not_found');
  return {
    title: `${creator.displayName} | ${context.config.brandName}`,
    description: t`New tip pools for ${{ creator: creator.displayName }}.`,
    path: creatorPath(creator.username),
    base: creatorFeedBase(creator.username),
    creator: creator.username,
  };
}

/** RSS and Atom feeds of the newest pools: all, of a category, or of a creator. `lang` chooses a language. */
export function feedRoutes(context: Platform): RawRoutes {
  const { publicUrl, brandName } = context.config;
  const everything = (): Part => ({
    title: t`New tip pools | ${{ brand: brandName }}`,
    description: t`The newest requests from fans to creators on ${{ brand: brandName }}.`,
    path: paths.feed,
    base: '',
  });

  return (app: FastifyInstance) => {
    for (const { ending, type, write } of formats) {
      const textOf = async ({ base, path, category, creator, ...rest }: Part) => {
        const query = { page: 1, pageSize: newestPools, category, creator };
        const { pools } = await readInEnglish(() => listPools(context, visitor, query));
        return write({ ...rest, publicUrl, pagePath: localized(path), selfPath: feedPath(base, ending), pools });
      };
      const answer = async (request: FastifyRequest, reply: FastifyReply, part: () => Part | Promise<Part>) => {
        const text = await inQueryLanguage(context, request, async () => textOf(await part()));
        return sendText(request, reply, { type, text, maxAgeS: 300 });
      };
      app.get(`/feed.${ending}`, (request, reply) => answer(request, reply, everything));
      app.get<{ Params: { name: string } }>(`/category/:name/feed.${ending}`, (request, reply) =>
        answer(request, reply, () => categoryPart(context, request.params.name)),
      );
      app.get<{ Params: { username: string } }>(`/creator/:username/feed.${ending}`, (request, reply) =>
        answer(request, reply, () => creatorPart(context, request.params.username)),
      );
    }
  };
}
