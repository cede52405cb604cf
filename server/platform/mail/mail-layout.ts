import { directionOf } from '#contract/language/languages.ts';
import { currentLocale, type Text } from '#contract/language/text.ts';
import { startOfText } from '#contract/values/start-of-text.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';

/** The content of an email in the language of its recipient, before it becomes text and HTML. */
export interface MailContent {
  brandName: string;
  /** The origin of every link in it. */
  publicUrl: string;
  heading: Text;
  /** Above the heading; `url` is absolute. The text mail leaves it out. */
  picture?: { url: string; alt: Text };
  /** An amount in large type, such as the one that was charged. The text mail has it among the facts. */
  figure?: { amount: Text; label: Text };
  paragraphs: Text[];
  /** A bar that is filled up to `share` (0 to 1), with its figures as text. */
  meter?: { share: number; text: Text };
  /** Label and value, as on a receipt. */
  facts?: [label: Text, value: Text][];
  /** The next steps, numbered. */
  steps?: Text[];
  /** Several items, as in a digest. */
  items?: { title: Text; body: Text; url?: string }[];
  action?: { label: Text; url: string };
  /** Paragraphs below the action. */
  closing?: Text[];
  /** The reason why the recipient gets it. */
  footer?: Text;
  /** Links below the footer, such as the one that unsubscribes. */
  footerLinks?: { label: Text; url: string }[];
}

/** The layout of all emails: plain text, and HTML with the same content, without scripts. Pictures come from our own server only. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: textOf(content), html: htmlOf(content) };
}

function textOf(content: MailContent): string {
  const { heading, paragraphs, meter, facts = [], steps = [], items = [] } = content;
  const { action, closing = [], brandName, publicUrl } = content;
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  const rows = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const list = items.map(({ title, body, url }) => [`* ${title}`, body, url].filter(Boolean).join('\n  '));
  const link = action ? `${action.label}:\n${action.url}` : '';
  const links = (content.footerLinks ?? []).map(({ label, url }) => `${label}: ${url}`);
  const end = ['-- ', `${brandName} · ${publicUrl}`, content.footer, ...links].filter(Boolean).join('\n');
  return `${[heading, ...paragraphs, meter?.text, rows, numbered, ...list, link, ...closing, end].filter(Boolean).join('\n\n')}\n`;
}

const darkQuery = '@media (prefers-color-scheme: dark)';

/** Programs that ignore this style sheet show the inline colors of the light theme. */
const darkStyle = `${darkQuery}{body,.page{background:#1a0e19!important;color:#f7efe4!important}.card{background:#261625!important;border-color:#46303f!important}.muted,.muted a{color:#c2aebd!important}.lines,.lines td{border-color:#46303f!important}.link{color:#f0b12b!important}.well{background:#150b14!important}}`;

const muted = 'color:#6b5566';
const anchor = (url: string, label: string, style: string, name = '') =>
  `<a href="${escapeHtml(url)}"${name ? ` class="${name}"` : ''} style="${style}">${escapeHtml(label)}</a>`;
const paragraph = (text: string) => `<p style="margin:0 0 14px">${escapeHtml(text)}</p>`;

const pictureOf = ({ url, alt }: NonNullable<MailContent['picture']>) =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="504" class="muted" style="display:block;width:100%;max-width:504px;height:auto;margin:0 0 22px;border-radius:12px;font-size:14px;${muted}">`;

/** Table cells, because mail programs ignore widths of other elements. */
function meterOf({ share, text }: NonNullable<MailContent['meter']>): string {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const cell = (width: number, color: string) =>
    width > 0
      ? `<td width="${width}%" height="14" bgcolor="${color}" style="height:14px;line-height:14px;font-size:0">&nbsp;</td>`
      : '';
  const rest = cell(100 - percent, '#f3e9d8').replace('<td', '<td class="well"');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 8px;border-radius:8px;overflow:hidden"><tr>${cell(percent, '#f0b12b')}${rest}</tr></table><p style="margin:0 0 14px;font-weight:600">${escapeHtml(text)}</p>`;
}

function table(rows: string): string {
  return rows
    ? `<table role="presentation" class="lines" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid #eadfce;border-bottom:1px solid #eadfce;margin:20px 0">${rows}</table>`
    : '';
}

const isRtl = () => directionOf(currentLocale()) === 'rtl';
/** The side where a line ends. Mail programs know no logical sides. */
const end = () => (isRtl() ? 'left' : 'right');

const factRow = ([label, value]: [string, string]) =>
  `<tr><td class="muted" style="padding:6px 0;${muted}">${escapeHtml(label)}</td><td align="${end()}" style="padding:6px 0;font-weight:600">${escapeHtml(value)}</td></tr>`;

function itemRow({ title, body, url }: NonNullable<MailContent['items']>[number], index: number): string {
  const head = url ? anchor(url, title, 'color:#8a5a06;font-weight:700', 'link') : `<b>${escapeHtml(title)}</b>`;
  return `<tr><td style="padding:12px 0${index > 0 ? ';border-top:1px solid #eadfce' : ''}">${head}<br><span class="muted" style="${muted}">${escapeHtml(body)}</span></td></tr>`;
}

const figureOf = ({ amount, label }: NonNullable<MailContent['figure']>) =>
  `<p style="margin:0 0 18px"><span style="font-size:38px;line-height:1.15;font-weight:800;letter-spacing:-0.02em">${escapeHtml(amount)}</span><br><span class="muted" style="${muted};font-size:14px">${escapeHtml(label)}</span></p>`;

const stepRow = (step: string, index: number) =>
  `<tr><td width="36" valign="top" style="padding:7px 0"><span class="well" style="display:inline-block;width:24px;height:24px;border-radius:12px;background:#f3e9d8;text-align:center;font-size:13px;font-weight:700;line-height:24px">${index + 1}</span></td><td valign="top" style="padding:7px 0">${escapeHtml(step)}</td></tr>`;

const stepsOf = (steps: readonly string[]) =>
  steps.length > 0
    ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:18px 0">${steps.map(stepRow).join('')}</table>`
    : '';

/** A table cell, because Outlook ignores the padding of links. */
function button({ label, url }: { label: string; url: string }): string {
  const press = anchor(
    url,
    label,
    'color:#2b1a05;text-decoration:none;font-weight:700;padding:13px 22px;border-radius:11px;display:inline-block',
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:26px 0 10px"><tr><td bgcolor="#f0b12b" style="background:#f0b12b;border-radius:11px">${press}</td></tr></table>`;
}

/** The addresses are behind words. The text mail shows them, because it has no links. */
function footerOf({ footer, footerLinks = [], brandName, publicUrl }: MailContent): string {
  const links = [{ label: brandName, url: publicUrl }, ...footerLinks].map(({ label, url }) =>
    anchor(url, label, muted),
  );
  return [...(footer ? [escapeHtml(footer)] : []), links.join(' · ')].join('<br>');
}

/** The mark decorates the brand's name beside it. */
const header = ({ brandName, publicUrl }: MailContent) =>
  `<tr><td style="padding-bottom:18px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding-${end()}:10px"><img src="${escapeHtml(`${publicUrl}/icon-192.png`)}" alt="" width="36" height="36" style="display:block;border-radius:9px"></td><td style="font-weight:800;font-size:20px;letter-spacing:-0.01em">${escapeHtml(brandName)}</td></tr></table></td></tr>`;

const previewChars = 140;

/** The line that mail programs show in their list after the subject. Otherwise they would show the brand and the heading again. */
function previewLine({ paragraphs }: MailContent): string {
  const first: string = paragraphs[0] ?? '';
  const words = first.length > previewChars ? `${startOfText(first, previewChars - 1)}…` : first;
  return `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(words)}</div>`;
}

const footerStart = `<tr><td class="muted" style="${muted};font-size:13px;line-height:1.6;padding:18px 4px">`;

function htmlOf(content: MailContent): string {
  const { heading, picture, figure, paragraphs, meter, facts = [], steps = [], items = [], action } = content;
  const { closing = [] } = content;
  const body = [
    figure ? figureOf(figure) : '',
    ...paragraphs.map(paragraph),
    meter ? meterOf(meter) : '',
    table(facts.map(factRow).join('')),
    stepsOf(steps),
    table(items.map(itemRow).join('')),
    action ? button(action) : '',
    ...closing.map(paragraph),
  ].join('');
  const locale = currentLocale();
  // Mail programs may drop the attributes of `html` and `body`, so the outer table repeats the direction.
  const direction = isRtl() ? ' dir="rtl"' : '';
  return `<!doctype html>
<html lang="${locale}"${direction}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(heading)}</title><style>${darkStyle}</style></head>
<body style="margin:0;background:#fdf8ef;color:#2f1a2b;font:16px/1.55 Figtree,Helvetica,Arial,sans-serif">${previewLine(content)}<table role="presentation" class="page"${direction} width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" style="max-width:560px" cellpadding="0" cellspacing="0">${header(content)}<tr><td class="card" style="background:#fffefb;border:1px solid #eadfce;border-radius:16px;padding:28px">
${picture ? pictureOf(picture) : ''}<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(heading)}</h1>${body}
</td></tr>${footerStart}${footerOf(content)}</td></tr></table></td></tr></table></body></html>`;
}

/** The HTML of an email as a mail program with this theme shows it. */
export function mailInTheme(html: string, theme: 'light' | 'dark'): string {
  return html.replace(darkQuery, theme === 'dark' ? '@media all' : '@media not all');
}

/** Adds a line to the footer of a laid out email. */
export function withFooterNote<M extends { text: string; html: string }>(mail: M, note: string): M {
  return {
    ...mail,
    text: mail.text.replace(/\n-- \n/, () => `\n-- \n${note}\n`),
    html: mail.html.replace(footerStart, () => `${footerStart}<b>${escapeHtml(note)}</b><br>`),
  };
}
