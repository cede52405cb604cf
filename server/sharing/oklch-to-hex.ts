const clamp = (value: number) => Math.min(1, Math.max(0, value));

function gamma(linear: number): number {
  const value = clamp(linear);
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

/** Converts by Björn Ottosson's OKLab matrices and clips colors outside sRGB. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels
    .map((channel) =>
      Math.round(gamma(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Replaces the OKLCH colors of our drawings, which librsvg cannot read, by hex colors. */
export function withHexColors(svg: string): string {
  return svg.replace(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g, (_all, lightness, chroma, hue) =>
    hexOf(Number(lightness), Number(chroma), Number(hue)),
  );
}
