import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** An HTML page with all screenshots of a folder: one row per screen, from the narrowest to the widest, light before dark. */
export async function contactSheet(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const rows = new Map<string, { file: string; width: number; theme: string }[]>();
  for (const file of names.filter((name) => name.endsWith('.png')).sort()) {
    const [, screen = '', width = '', theme = ''] = /^(.*)-(\d+)-(light|dark)\.png$/.exec(file) ?? [];
    rows.set(screen, [...(rows.get(screen) ?? []), { file, width: Number(width), theme }]);
  }
  const figure = ({ file, width, theme }: { file: string; width: number; theme: string }) =>
    `<figure><a href="${file}"><img src="${file}" alt="${file}" loading="lazy" style="width:${Math.round(width / 3.2)}px"></a><figcaption>${width} ${theme}</figcaption></figure>`;
  const sections = [...rows].map(([screen, pictures]) => {
    const sorted = pictures.sort((a, b) => a.width - b.width || b.theme.localeCompare(a.theme));
    return `<section id="${screen}"><h2>${screen}</h2><div>${sorted.map(figure).join('')}</div></section>`;
  });
  const links = [...rows.keys()].map((screen) => `<a href="#${screen}">${screen}</a>`).join(' ');
  const style =
    'body{font:15px system-ui;margin:24px;background:#777;color:#fff}nav{columns:6}nav a{display:block;color:#fff}section>div{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}figure{margin:0;flex:none}';
  return `<!doctype html><meta charset="utf-8"><title>${join(folder)}</title><style>${style}</style><nav>${links}</nav>${sections.join('\n')}`;
}
