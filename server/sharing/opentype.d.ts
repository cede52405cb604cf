/** The part of opentype.js that the server uses. The package has no types. */
declare module 'opentype.js' {
  export type PathCommand =
    | { type: 'M' | 'L'; x: number; y: number }
    | { type: 'C'; x: number; y: number; x1: number; y1: number; x2: number; y2: number }
    | { type: 'Q'; x: number; y: number; x1: number; y1: number }
    | { type: 'Z' };
  export interface Glyph {
    index: number;
    advanceWidth: number;
    getPath(x: number, y: number, fontSize: number): { commands: PathCommand[] };
  }
  export interface Font {
    unitsPerEm: number;
    charToGlyph(character: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
  }
  const opentype: { parse(data: ArrayBuffer): Font };
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default opentype;
}
