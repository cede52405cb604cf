import type { EmbedTheme } from '#contract/embeds.ts';
import { directionOf } from '#contract/language/languages.ts';
import { localized } from '#contract/language/localized-path.ts';
import { currentLocale, plural, t } from '#contract/language/text.ts';
import { poolTitleText } from '#contract/pools/masked-title.ts';
import { pledgingPoolStatuses, poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { fanArtUrl, huesOf } from '#contract/values/fan-art.ts';
import { fillOf, formatMoney, percentageText } from '#contract/values/money.ts';
import { remainingTime } from '#contract/values/time.ts';
import { sourceHash } from '#server/platform/pages/bundle.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';
import { embedScript } from './embed-script.ts';

const style = `
:root { color-scheme: light dark; --surface: light-dark(#fffdf8, #2b1a2a); --ink: light-dark(#2c1a29, #f7efe4); --muted: light-dark(#6b5766, #bba6b5);
  --line: light-dark(#e9dfcf, #4b3549); --well: light-dark(#eee5d6, #170a16); --accent: light-dark(#eead22, #f3bb45); --paid: light-dark(#00817a, #4ec8bb) }
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
html, body { height: 100% }
body { font: 15px/1.4 Figtree, "Avenir Next", "Segoe UI", system-ui, sans-serif; color: var(--ink); background: transparent; text-align: left }
:root[dir="rtl"] body { text-align: right }
a { color: inherit; text-decoration: none }
.card { display: flex; flex-direction: column; height: 100%; min-height: 240px; background: var(--surface); border: 1px solid var(--line); border-radius: 18px; overflow: hidden }
.top { position: relative; flex: 1 1 90px; min-height: 44px }
.art { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; display: block }
.marks { position: absolute; inset: 10px 10px auto; display: flex; justify-content: space-between; gap: 8px; font-size: 13px; font-weight: 600; line-height: 1.5 }
.marks > * { padding: 1px 9px; border-radius: 8px; background: #1d0e1cd9; color: #fff }
.body { padding: 14px 18px 16px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px }
h1 { font: 700 19px/1.2 "Bricolage Grotesque", "Avenir Next", "Segoe UI", system-ui, sans-serif; letter-spacing: -.01em; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere }
.card a:hover h1 { text-decoration: underline }
.small { color: var(--muted); font-size: 13.5px }
.sum { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 7px; font-variant-numeric: tabular-nums }
.sum b { font-size: 18px } .sum b:last-child { margin-inline-start: auto }
.meter rect { transition: width .6s ease-out }
@media (prefers-reduced-motion: reduce) { .meter rect { transition: none } }
.meter { display: block; width: 100%; height: 12px; border-radius: 6px; background: var(--well) }
:root[dir="rtl"] .meter { scale: -1 1 }
h1 { unicode-bidi: plaintext } [dir=rtl] h1 { letter-spacing: 0; line-height: 1.4 }
.foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 6px 12px }
.go { flex: none; white-space: nowrap; background: #eead22; color: #2a1a05; font-weight: 700; padding: 9px 16px; border-radius: 11px }
a:focus-visible { outline: 3px solid var(--paid); outline-offset: 2px; border-radius: 8px }
`;

/**
 * Only these pages may be framed by other sites. In return they can run only the script above, and load nothing from other sites. Hashes
 * instead of nonces, so that equal pages are equal texts and have the same ETag.
 */
export const embedPolicy = [
  "default-src 'none'",
  `script-src ${sourceHash(embedScript)}`,
  `style-src ${sourceHash(style)}`,
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

interface EmbedShell {
  brandName: string;
  publicUrl: string;
  /** Unset: that of the reader's device. */
  theme: EmbedTheme | undefined;
}

const page = ({ theme }: EmbedShell, title: string, body: string) =>
  `<!doctype html><html lang="${currentLocale()}"${directionOf(currentLocale()) === 'rtl' ? ' dir="rtl"' : ''}${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}<script>${embedScript}</script></body></html>`;

const widthOf = (cents: number, goalCents: number) => `${Math.round(fillOf(cents, goalCents) * 10_000) / 100}%`;

interface Figures {
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  fans: number;
}

/** The figures of a pool; those of its end if it ended without a delivery. */
const figuresOf = ({ atEnd, ...pool }: Pool): Figures => ({
  goalCents: pool.fundingGoal,
  pledgedCents: atEnd?.pledgedAmount ?? pool.pledgedAmount,
  paidCents: pool.currentAmount,
  fans: atEnd?.fanCount ?? pool.fanCount,
});

function meter({ goalCents, pledgedCents, paidCents }: Figures): string {
  const [pledged, goal, percentage] = [
    formatMoney(pledgedCents),
    formatMoney(goalCents),
    percentageText(pledgedCents, goalCents),
  ];
  const words =
    percentage === '<1%'
      ? t`${{ pledged }} pledged of ${{ goal }}, less than 1%`
      : t`${{ pledged }} pledged of ${{ goal }}, ${{ percentage }}`;
  const bar = (cents: number, fill: string) =>
    `<rect width="${widthOf(cents, goalCents)}" height="100%" rx="6" fill="var(--${fill})"/>`;
  return `<svg class="meter" role="img" aria-label="${escapeHtml(words)}">${bar(Math.max(pledgedCents, paidCents), 'accent')}${bar(paidCents, 'paid')}</svg>`;
}

/** The fans, and the time left while fans can pledge. */
function crowd({ status, deadline, frozen }: Pool, { fans }: Figures): string {
  const left = pledgingPoolStatuses.includes(status) && !frozen ? remainingTime(deadline) : null;
  return left
    ? t`${plural({ fans }, { one: '# fan', other: '# fans' })} · ${{ left }}`
    : t`${plural({ fans }, { one: '# fan', other: '# fans' })}`;
}

/** Renders a pool for an iframe on another site: without cookies, and every link opens the pool's page. */
export function embedPage(shell: EmbedShell, pool: Pool, link: string): string {
  const art = pool.imageUrl ?? fanArtUrl({ seed: pool.id, hues: huesOf(pool.categories[0]?.category.name) });
  const subtitle = pool.targetCreator
    ? t`requested from ${{ creator: pool.targetCreator.displayName }}`
    : t`open to any creator`;
  const who = pool.adult ? t`Confirm your age to see it` : subtitle;
  const href = `href="${escapeHtml(link)}" target="_blank" rel="noopener"`;
  const title = poolTitleText(pool.title);
  const figures = figuresOf(pool);
  const { pledgedCents, goalCents } = figures;
  return page(
    shell,
    title,
    `<article class="card"><div class="top"><img class="art" src="${escapeHtml(art)}" alt="" width="480" height="150"><p class="marks"><span>${escapeHtml(poolStatusLabel(pool))}</span><span>${escapeHtml(shell.brandName)}</span></p></div><div class="body"><a ${href}><h1 dir="auto">${escapeHtml(title)}</h1></a><p class="small">${escapeHtml(who)}</p><p class="sum"><b>${escapeHtml(formatMoney(pledgedCents))}</b><span class="small">${escapeHtml(t`pledged of ${{ goal: formatMoney(goalCents) }}`)}</span><b>${escapeHtml(percentageText(pledgedCents, goalCents))}</b></p>${meter(figures)}<p class="foot"><span class="small">${escapeHtml(crowd(pool, figures))}</span><a class="go" ${href}>${escapeHtml(t`See the pool`)}</a></p></div></article>`,
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
