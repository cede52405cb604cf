import { renderSvg } from '#server/media/render-svg.ts';
import { drawCover } from './art/draw-cover.ts';
import { drawPortrait } from './art/portrait.ts';
import type { DemoCreator, DemoFan, DemoPool } from './demo-content.ts';

/** Pictures that are drawn while other things are waited for. */
export interface Studio {
  /** Undefined where the pool keeps the fan of its category. */
  coverOf(pool: DemoPool): Promise<Buffer> | undefined;
  /** Undefined where somebody keeps their initials. */
  avatarOf(person: DemoFan | DemoCreator): Promise<Buffer> | undefined;
}

const atOnce = 2;
/** Its middle becomes an avatar. */
const emblemScale = 0.64;
/** What is not shown large on the first page is drawn a little smaller, and so a third faster. */
const plainScale = 5 / 6;

/** Begins to draw everything, a few at a time and in this order, in the process that draws. */
export function openStudio(people: readonly (DemoFan | DemoCreator)[], pools: readonly DemoPool[]): Studio {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
  let drawn = 0;
  const begin = (svg: () => string): Promise<Buffer> => {
    const lane = drawn % atOnce;
    drawn += 1;
    const picture = (lanes[lane] ?? Promise.resolve()).then(() => renderSvg({ svg: svg(), quick: true }));
    // Whoever waits for this one hears of its failure; the next one is drawn all the same.
    lanes[lane] = picture.catch(() => undefined);
    return picture;
  };
  const avatars = new Map(
    people.flatMap((person) => {
      const svg = avatarSvg(person);
      return svg ? [[person.username, begin(svg)] as const] : [];
    }),
  );
  const covers = new Map(
    pools.flatMap(({ title, category, picture, highlighted }) => {
      if (!picture) return [];
      const scale = highlighted ? 1 : plainScale;
      return [[title, begin(() => drawCover({ category, seed: title, scale, ...picture }))] as const];
    }),
  );
  return { coverOf: ({ title }) => covers.get(title), avatarOf: ({ username }) => avatars.get(username) };
}

function avatarSvg(person: DemoFan | DemoCreator): (() => string) | undefined {
  const { username, face } = person;
  if ('emblem' in person && person.emblem) {
    const [category, scheme, variant] = person.emblem;
    return () => drawCover({ category, seed: username, scheme, variant, scale: emblemScale });
  }
  return face ? () => drawPortrait(username, face) : undefined;
}
