import { directionOf } from '#contract/language/languages.ts';
import { localized } from '#contract/language/localized-path.ts';
import { currentLocale, plural, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { fanArtUrl, huesOf } from '#contract/values/fan-art.ts';
import { fillOf, formatMoney, percentageText } from '#contract/values/money.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';

const style = `
:root { color-scheme: light dark; --surface: light-dark(#fffdf8, #2b1a2a); --ink: light-dark(#2c1a29, #f7efe4); --muted: light-dark(#6b5766, #bba6b5);
  --line: light-dark(#e9dfcf, #4b3549); --well: light-dark(#eee5d6, #170a16); --accent: light-dark(#eead22, #f3bb45); --paid: light-dark(#00817a, #4ec8bb) }
* { box-sizing: border-box; margin: 0 }
html, body { height: 100% }
body { font: 15px/1.4 Figtree, "Avenir Next", "Segoe UI", system-ui, sans-serif; color: var(--ink); background: transparent; text-align: left }
:root[dir="rtl"] body { text-align: right }
a { color: inherit; text-decoration: none }
.card { display: flex; flex-direction: column; height: 100%; min-height: 240px; background: var(--surface); border: 1px solid var(--line); border-radius: 18px; overflow: hidden }
.art { flex: 1 1 90px; min-height: 64px; width: 100%; object-fit: cover; display: block }
.body { padding: 14px 18px 16px; display: grid; gap: 8px }
h1 { font: 700 19px/1.2 "Bricolage Grotesque", "Avenir Next", "Segoe UI", system-ui, sans-serif; letter-spacing: -.01em; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.card a:hover h1 { text-decoration: underline }
.small { color: var(--muted); font-size: 13.5px }
.sum { display: flex; align-items: baseline; gap: 7px; font-variant-numeric: tabular-nums }
.sum b { font-size: 18px } .sum b:last-child { margin-inline-start: auto }
.meter { display: block; width: 100%; height: 12px; border-radius: 6px; background: var(--well) }
:root[dir="rtl"] .meter { scale: -1 1 }
h1 { unicode-bidi: plaintext } [dir=rtl] h1 { letter-spacing: 0; line-height: 1.4 }
.foot { display: flex; align-items: center; justify-content: space-between; gap: 12px }
.go { background: #eead22; color: #2a1a05; font-weight: 700; padding: 9px 16px; border-radius: 11px }
a:focus-visible { outline: 3px solid var(--paid); outline-offset: 2px; border-radius: 8px }
`;

interface EmbedShell {
  brandName: string;
  publicUrl: string;
  nonce: string;
}

const page = ({ nonce }: EmbedShell, title: string, body: string) =>
  `<!doctype html><html lang="${currentLocale()}"${directionOf(currentLocale()) === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body>${body}</body></html>`;

const widthOf = (cents: number, goalCents: number) => `${Math.round(fillOf(cents, goalCents) * 10_000) / 100}%`;

function meter({ fundingGoal, pledgedAmount, currentAmount }: Pool): string {
  const [pledged, goal, percentage] = [
    formatMoney(pledgedAmount),
    formatMoney(fundingGoal),
    percentageText(pledgedAmount, fundingGoal),
  ];
  const words =
    percentage === '<1%'
      ? t`${{ pledged }} pledged of ${{ goal }}, less than 1%`
      : t`${{ pledged }} pledged of ${{ goal }}, ${{ percentage }}`;
  const bar = (cents: number, fill: string) =>
    `<rect width="${widthOf(cents, fundingGoal)}" height="100%" rx="6" fill="var(--${fill})"/>`;
  return `<svg class="meter" role="img" aria-label="${escapeHtml(words)}">${bar(Math.max(pledgedAmount, currentAmount), 'accent')}${bar(currentAmount, 'paid')}</svg>`;
}

/** Renders a pool for an iframe on another site: no scripts, no cookies, and every link opens the pool's page. */
export function embedPage(shell: EmbedShell, pool: Pool, link: string): string {
  const art = pool.imageUrl ?? fanArtUrl({ seed: pool.id, hues: huesOf(pool.categories[0]?.category.name) });
  const subtitle = pool.targetCreator
    ? t`requested from ${{ creator: pool.targetCreator.displayName }}`
    : t`open to any creator`;
  const who = pool.adult ? t`Confirm your age to see it` : subtitle;
  const href = `href="${escapeHtml(link)}" target="_blank" rel="noopener"`;
  return page(
    shell,
    pool.title,
    `<article class="card"><img class="art" src="${escapeHtml(art)}" alt="" width="480" height="150"><div class="body"><a ${href}><h1 dir="auto">${escapeHtml(pool.title)}</h1></a><p class="small">${escapeHtml(who)}</p><p class="sum"><b>${formatMoney(pool.pledgedAmount)}</b><span class="small">${escapeHtml(t`pledged of ${{ goal: formatMoney(pool.fundingGoal) }}`)}</span><b>${escapeHtml(percentageText(pool.pledgedAmount, pool.fundingGoal))}</b></p>${meter(pool)}<p class="foot"><span class="small">${escapeHtml(t`${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })} · ${{ brand: shell.brandName }}`)}</span><a class="go" ${href}>${escapeHtml(t`See the pool`)}</a></p></div></article>`,
  );
}

/** Renders the iframe of a pool that does not exist. */
export function emptyEmbedPage(shell: EmbedShell): string {
  return page(
    shell,
    shell.brandName,
    `<article class="card"><div class="body"><h1>${escapeHtml(t`This pool is no longer available`)}</h1><p class="small"><a href="${escapeHtml(shell.publicUrl + localized('/'))}" target="_blank" rel="noopener">${escapeHtml(t`See other pools on ${{ brand: shell.brandName }}`)}</a></p></div></article>`,
  );
}
