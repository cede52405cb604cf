import { box, type Canvas, createCanvas, disc, line, oval, round, shape } from './canvas.ts';
import { css, lit, mix, type Scheme, type SchemeName, schemes, type Tone } from './tones.ts';

const size = 400;
const skins: Tone[] = [
  [0.88, 0.05, 62],
  [0.8, 0.075, 60],
  [0.7, 0.09, 55],
  [0.58, 0.09, 50],
  [0.46, 0.075, 48],
  [0.37, 0.06, 45],
];
const hairs: Tone[] = [
  [0.2, 0.03, 320],
  [0.28, 0.05, 40],
  [0.42, 0.1, 45],
  [0.62, 0.12, 55],
  [0.8, 0.1, 85],
  [0.35, 0.11, 345],
];
const grey: Tone = [0.82, 0.012, 80];

interface Head {
  skin: Tone;
  hair: Tone;
  scheme: Scheme;
}

/**
 * Somebody who does not exist, as an SVG document of 400 by 400. `look` names the hair (crop, bob, long, bun, curls, part, beard,
 * scarf, beanie) and may add "grey" and "glasses"; the seed chooses the rest.
 */
export function drawPortrait(seed: string, look: string): string {
  const art = createCanvas(seed, [size, size]);
  const [style = 'crop', ...more] = look.split(' ');
  const names = Object.keys(schemes) as SchemeName[];
  const scheme = schemes[art.pick(names)];
  const skin = art.pick(skins);
  // Hair that is as light as the skin could not be seen.
  const hair = art.pick(hairs.filter(([light]) => Math.abs(light - skin[0]) > 0.13));
  const head: Head = { skin, hair: more.includes('grey') ? grey : hair, scheme };
  backdrop(art, scheme);
  hairBehind(art, head, style);
  shoulders(art, head);
  face(art, head);
  hairBefore(art, head, style);
  if (more.includes('glasses')) glasses(art, scheme);
  return art.svg();
}

function backdrop(art: Canvas, scheme: Scheme): void {
  const fill = art.linear(
    [
      [0, scheme.middle],
      [1, scheme.low],
    ],
    [0, 0, 0.6, 1],
  );
  art.add(box([0, 0], size, size, fill));
  const halo = art.linear([
    [0, mix(scheme.glow, scheme.accent, 0.25)],
    [1, scheme.accent],
  ]);
  art.add(disc([art.between(150, 250), art.between(150, 190)], 148, halo, 'opacity=".75"'));
}

function shoulders(art: Canvas, { skin, scheme }: Head): void {
  const cloth = art.pick([scheme.second, scheme.near, scheme.far, scheme.ink]);
  const fill = art.linear(
    [
      [0, lit(cloth, 0.07)],
      [1, mix(cloth, scheme.ink, 0.45)],
    ],
    [0, 0, 1, 0.6],
  );
  art.add(
    shape('M168 235H232V318Q200 344 168 318Z', css(mix(skin, scheme.ink, 0.2))),
    shape('M20 420C24 336 92 306 162 296Q200 344 238 296C308 306 376 336 380 420Z', fill),
    line('M160 297Q200 350 240 297', mix(cloth, scheme.light, 0.45), 7, 'opacity=".75"'),
  );
}

function face(art: Canvas, { skin, scheme }: Head): void {
  const fill = art.linear(
    [
      [0, lit(skin, 0.035)],
      [0.6, skin],
      [1, mix(skin, scheme.ink, 0.22)],
    ],
    [0, 0.1, 1, 0.3],
  );
  const dark = mix(skin, [0.2, 0.05, 20], 0.72);
  for (const side of [-1, 1]) art.add(oval([200 + side * 74, 190], 13, 20, css(mix(skin, scheme.ink, 0.14))));
  art.add(shape('M128 168C128 108 160 84 200 84S272 108 272 168C272 228 244 268 200 268S128 228 128 168Z', fill));
  for (const side of [-1, 1]) {
    const x = 200 + side * 30;
    art.add(
      line(`M${x - 11} 184Q${x} 174 ${x + 11} 184`, dark, 5),
      line(`M${x - 14} 160Q${x} 152 ${x + 14} 160`, dark, 4, 'opacity=".6"'),
      disc([200 + side * 44, 208], 15, css([0.68, 0.16, 25]), 'opacity=".2"'),
    );
  }
  art.add(line('M200 190Q208 206 198 210', dark, 3.4, 'opacity=".45"'), line('M180 230Q200 247 220 230', dark, 5));
}

function hairBehind(art: Canvas, { hair, scheme }: Head, style: string): void {
  const back = css(mix(hair, scheme.ink, 0.25));
  if (style === 'bob')
    art.add(
      shape('M112 170C104 84 150 58 200 58S296 84 288 170C292 216 288 244 276 262H124C112 244 108 216 112 170Z', back),
    );
  if (style === 'long')
    art.add(
      shape('M108 170C98 76 148 54 200 54S302 76 292 170C300 250 312 300 318 352H82C88 300 100 250 108 170Z', back),
    );
  if (style === 'bun') art.add(disc([200, 58], 40, back), disc([192, 50], 26, css(hair), 'opacity=".8"'));
  if (style === 'curls') {
    for (let curl = 0; curl < 26; curl += 1) {
      const angle = Math.PI * (0.86 + (curl / 25) * 1.28);
      art.add(
        disc(
          [200 + Math.cos(angle) * art.between(76, 100), 168 + Math.sin(angle) * art.between(80, 104)],
          art.between(22, 32),
          css(lit(hair, art.between(-0.05, 0.04))),
        ),
      );
    }
  }
  if (style === 'scarf')
    art.add(
      shape(
        'M104 176C96 88 146 60 200 60S304 88 296 176C300 236 284 290 250 320H150C116 290 100 236 104 176Z',
        css(mix(scheme.accent, scheme.ink, 0.2)),
      ),
    );
}

function hairBefore(art: Canvas, { hair, scheme }: Head, style: string): void {
  const fill = art.linear(
    [
      [0, lit(hair, 0.08)],
      [1, mix(hair, scheme.ink, 0.3)],
    ],
    [0, 0, 1, 0.8],
  );
  const tops: Record<string, string> = {
    crop: 'M122 172C116 100 152 66 204 66S286 100 278 172C272 150 268 138 258 126C226 132 172 134 144 124C132 138 128 150 122 172Z',
    bob: 'M120 196C110 98 150 62 200 62S290 98 280 196C276 160 262 132 232 116C206 140 152 142 136 150C128 164 124 178 120 196Z',
    long: 'M118 214C106 98 152 60 200 60S294 98 282 214C278 160 244 122 200 104C156 122 122 160 118 214Z',
    bun: 'M122 178C116 104 156 76 200 76S284 104 278 178C272 146 246 118 200 116S128 146 122 178Z',
    part: 'M120 178C108 96 160 62 214 66S290 108 280 178C276 154 266 138 250 128C210 132 172 122 156 104C150 128 128 146 120 178Z',
    beard: 'M122 168C118 96 156 66 204 68S284 98 278 168C270 130 252 112 200 112S130 130 122 168Z',
  };
  const top = tops[style];
  if (top) art.add(shape(top, fill));
  if (style === 'curls') {
    for (let curl = 0; curl < 11; curl += 1)
      art.add(
        disc(
          [138 + curl * 12.4, 104 - Math.sin((curl / 10) * Math.PI) * 20 + art.between(-6, 6)],
          art.between(18, 25),
          css(lit(hair, art.between(-0.03, 0.06))),
        ),
      );
  }
  if (style === 'beard') {
    art.add(
      shape(
        'M126 190C128 246 156 292 200 294S272 246 274 190C266 212 250 218 232 216C214 208 186 208 168 216C150 218 134 212 126 190Z',
        fill,
      ),
      line('M182 236Q200 248 218 236', [0.6, 0.12, 25], 6),
    );
  }
  if (style === 'scarf') {
    const silk = art.linear([
      [0, lit(scheme.accent, 0.06)],
      [1, mix(scheme.accent, scheme.ink, 0.35)],
    ]);
    art.add(shape('M116 196C106 100 150 66 200 66S294 100 284 196C278 140 250 108 200 108S122 140 116 196Z', silk));
    art.add(line('M128 150Q200 88 272 150', scheme.light, 4, 'opacity=".4"'));
  }
  if (style === 'beanie') beanie(art, scheme);
}

function beanie(art: Canvas, scheme: Scheme): void {
  const wool = art.linear([
    [0, scheme.second],
    [1, mix(scheme.second, scheme.ink, 0.45)],
  ]);
  art.add(shape('M120 140C118 70 160 44 200 44S282 70 280 140Z', wool));
  for (let rib = 0; rib < 7; rib += 1)
    art.add(
      line(`M${round(134 + rib * 22)} 128Q${round(160 + rib * 13.3)} 80 200 46`, scheme.ink, 2.5, 'opacity=".22"'),
    );
  art.add(
    box([112, 124], 176, 36, css(mix(scheme.second, scheme.light, 0.22)), 'rx="18"'),
    disc([200, 42], 22, css(scheme.accent)),
  );
}

function glasses(art: Canvas, { ink, light }: Scheme): void {
  for (const x of [168, 232]) {
    art.add(
      disc([x, 184], 25, css(light), `opacity=".22"`),
      disc([x, 184], 25, 'none', `stroke="${css(ink)}" stroke-width="5"`),
    );
  }
  art.add(line('M193 180Q200 174 207 180', ink, 5));
}
