import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** How far a color channel may differ before a pixel counts as changed: fonts and gradients are not drawn the same twice. */
const tolerance = 24;
/** How many pixels of a thousand may have changed in a picture that counts as the same. */
const changedPerThousand = 0.2;

interface Picture {
  file: string;
  width: number;
  theme: string;
  /** Undefined if there was no earlier run. */
  change?: 'new' | 'changed' | 'same';
}

/** Whether two screenshots show the same. A different size is a change. */
export async function isSamePicture(one: Buffer, other: Buffer): Promise<boolean> {
  if (one.equals(other)) return true;
  const read = (data: Buffer) => sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [a, b] = await Promise.all([read(one), read(other)]);
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return false;
  let changed = 0;
  for (let index = 0; index < a.data.length; index += 3) {
    const differs = [0, 1, 2].some((channel) => {
      const at = index + channel;
      return Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > tolerance;
    });
    if (differs) changed += 1;
  }
  return changed <= (a.info.width * a.info.height * changedPerThousand) / 1000;
}

async function changeOf(folder: string, earlier: string, file: string): Promise<NonNullable<Picture['change']>> {
  const before = await readFile(join(earlier, file)).catch(() => undefined);
  if (!before) return 'new';
  return (await isSamePicture(await readFile(join(folder, file)), before)) ? 'same' : 'changed';
}

async function picturesOf(folder: string, earlier: string | undefined): Promise<Map<string, Picture[]>> {
  const rows = new Map<string, Picture[]>();
  for (const file of (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png')).sort()) {
    const [, screen = '', width = '', theme = ''] = /^(.*)-(\d+)-(light|dark)\.png$/.exec(file) ?? [];
    const picture: Picture = { file, width: Number(width), theme };
    if (earlier) picture.change = await changeOf(folder, earlier, file);
    rows.set(screen, [...(rows.get(screen) ?? []), picture]);
  }
  for (const row of rows.values()) row.sort((a, b) => a.width - b.width || b.theme.localeCompare(a.theme));
  return rows;
}

const style =
  'body{font:15px system-ui;margin:24px;background:#777;color:#fff}nav{columns:6}nav a{display:block;color:#fff}section>div{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}figure{margin:0;flex:none}.changed img,.new img{outline:6px solid #fc0}';

/**
 * An HTML page with all screenshots of a folder: one row per screen, from the narrowest to the widest, light before dark. With the folder
 * of an earlier run, the screens that changed since come first, each beside its earlier picture.
 */
export async function contactSheet(folder: string, earlier?: string): Promise<{ html: string; changed: number }> {
  const rows = await picturesOf(folder, earlier);
  const image = (src: string, width: number) =>
    `<a href="${src}"><img src="${src}" alt="${src}" loading="lazy" style="width:${Math.round(width / 3.2)}px"></a>`;
  const figure = ({ file, width, theme, change }: Picture) => {
    const before = change === 'changed' ? image(`../${earlier}/${file}`, width) : '';
    const note = change && change !== 'same' ? `, ${change}${before ? ': before and after' : ''}` : '';
    return `<figure class="${change ?? ''}">${before}${image(file, width)}<figcaption>${width} ${theme}${note}</figcaption></figure>`;
  };
  const section = ([screen, pictures]: [string, Picture[]]) =>
    `<section id="${screen}"><h2>${screen}</h2><div>${pictures.map(figure).join('')}</div></section>`;
  const differs = ({ change }: Picture) => change === 'new' || change === 'changed';
  const screens = [...rows];
  const changed = screens.filter(([, pictures]) => pictures.some(differs));
  const same = screens.filter(([, pictures]) => !pictures.some(differs));
  const links = [...changed, ...same].map(([screen]) => `<a href="#${screen}">${screen}</a>`).join(' ');
  const parts = earlier
    ? `<h1>Changed since the last run: ${changed.length} of ${screens.length} screens</h1>${changed.map(section).join('\n')}<h1>Unchanged</h1>${same.map(section).join('\n')}`
    : same.map(section).join('\n');
  const html = `<!doctype html><meta charset="utf-8"><title>${folder}</title><style>${style}</style><nav>${links}</nav>${parts}`;
  return { html, changed: changed.length };
}
