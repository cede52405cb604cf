import { escapeHtml } from '#server/platform/pages/html.ts';

/** The content of an email, before it becomes text and HTML. */
export interface MailContent {
  brandName: string;
  /** The origin of every link in it. */
  publicUrl: string;
  heading: string;
  paragraphs: string[];
  /** Label and value, as on a receipt. */
  facts?: [label: string, value: string][];
  action?: { label: string; url: string };
  /** Why the recipient gets it. */
  footer?: string;
}

/** The layout of all emails: plain text, and HTML with the same content, without pictures, scripts or external resources. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: textOf(content), html: htmlOf(content) };
}

function textOf({ heading, paragraphs, facts = [], action, footer, brandName, publicUrl }: MailContent): string {
  const rows = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const link = action ? `${action.label}:\n${action.url}` : '';
  const end = `-- \n${brandName} · ${publicUrl}${footer ? `\n${footer}` : ''}`;
  return `${[heading, ...paragraphs, rows, link, end].filter(Boolean).join('\n\n')}\n`;
}

function htmlOf({ heading, paragraphs, facts = [], action, footer, brandName, publicUrl }: MailContent): string {
  const rows = facts
    .map(
      ([label, value]) =>
        `<tr><td style="padding:6px 0;color:#6b5566">${escapeHtml(label)}</td><td align="right" style="padding:6px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const table = rows
    ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid #eadfce;border-bottom:1px solid #eadfce;margin:20px 0">${rows}</table>`
    : '';
  const button = action
    ? `<p style="margin:26px 0"><a href="${escapeHtml(action.url)}" style="background:#f0b12b;color:#2b1a05;text-decoration:none;font-weight:700;padding:13px 20px;border-radius:11px;display:inline-block">${escapeHtml(action.label)}</a></p><p style="color:#6b5566;font-size:13px">Or open this address: <a href="${escapeHtml(action.url)}" style="color:#8a5a06">${escapeHtml(action.url)}</a></p>`
    : '';
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${escapeHtml(paragraph)}</p>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;background:#fdf8ef;color:#2f1a2b;font:16px/1.55 Figtree,Helvetica,Arial,sans-serif"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" style="max-width:560px" cellpadding="0" cellspacing="0"><tr><td style="font-weight:800;font-size:20px;padding-bottom:18px">${escapeHtml(brandName)}</td></tr><tr><td style="background:#fffefb;border:1px solid #eadfce;border-radius:16px;padding:28px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(heading)}</h1>${body}${table}${button}
</td></tr><tr><td style="color:#6b5566;font-size:13px;padding:18px 4px">${footer ? `${escapeHtml(footer)}<br>` : ''}<a href="${escapeHtml(publicUrl)}" style="color:#6b5566">${escapeHtml(publicUrl)}</a></td></tr></table></td></tr></table></body></html>`;
}
