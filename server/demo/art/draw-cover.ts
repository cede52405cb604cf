import { type Canvas, createCanvas, height, width } from './canvas.ts';
import { comedy } from './comedy.ts';
import { cooking } from './cooking.ts';
import { cosplay } from './cosplay.ts';
import { dance } from './dance.ts';
import { education } from './education.ts';
import { film } from './film.ts';
import { fitness } from './fitness.ts';
import { gaming } from './gaming.ts';
import { music } from './music.ts';
import { painting } from './painting.ts';
import { podcasts } from './podcasts.ts';
import { tech } from './tech.ts';
import { type Scheme, type SchemeName, schemes } from './tones.ts';
import { velvet } from './velvet.ts';

type Motif = (art: Canvas, scheme: Scheme, variant: number) => void;

/** One family of pictures for each category. */
const motifs: Record<string, Motif> = {
  Art: painting,
  Comedy: comedy,
  Cooking: cooking,
  Cosplay: cosplay,
  Dance: dance,
  Education: education,
  Film: film,
  Fitness: fitness,
  Gaming: gaming,
  Music: music,
  NSFW: velvet,
  Podcasts: podcasts,
  Tech: tech,
};

interface Cover {
  category: string;
  /** Anything stable: the same seed gives the same picture. */
  seed: string;
  scheme: SchemeName;
  variant: number;
  /** 1 unless told. */
  scale?: number;
}

/** The picture of a pool as an SVG document of 1200 by 600, or in another scale. */
export function drawCover({ category, seed, scheme, variant, scale = 1 }: Cover): string {
  const motif = motifs[category];
  if (!motif) throw new Error(`no picture is drawn for ${category}`);
  const art = createCanvas(seed, [width, height], scale);
  motif(art, schemes[scheme], variant);
  return art.svg();
}
