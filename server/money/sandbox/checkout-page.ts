import { directionOf } from '#contract/language/languages.ts';
import { currentLocale, sentences, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { testModeNote } from '#contract/site.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { cardPromise } from '#server/money/hosted-pages/card-promise.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';
import { declineMessage, testCards } from './behaviors.ts';
import { type CardFaults, cardFaultTexts } from './card-input.ts';
import { checkoutStyle } from './checkout-style.ts';
import type { Session } from './sessions.sql.ts';

/** The script is a separate file, because the page's content policy refuses inline scripts. */
export const checkoutScriptPath = '/sandbox/checkout.js';

interface Shell {
  brandName: string;
  nonce: string;
}

// Rays from one point: the product's mark.
const mark =
  '<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" aria-hidden="true"><path d="M16 27 4 16M16 27 8.5 8.5M16 27V5M16 27 23.5 8.5M16 27 28 16"/></svg>';

function shell({ brandName, nonce }: Shell, title: Text, content: string): string {
  const locale = currentLocale();
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<link rel="preload" as="font" type="font/woff2" crossorigin href="/sandbox/fonts/text.woff2"><link rel="preload" as="font" type="font/woff2" crossorigin href="/sandbox/fonts/display.woff2">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${checkoutStyle}</style></head>
<body><p class="test" role="note">${escapeHtml(textOf(testModeNote))}</p>
<main><div class="brand">${mark}<span>${escapeHtml(t`${{ brand: brandName }} sandbox cards`)}</span></div>
${content}</main></body></html>`;
}

function about(session: Session, brandName: string): string {
  const { mode, amountCents, description } = session;
  const heading =
    mode === 'setup'
      ? `<h1>${escapeHtml(t`Save a card`)}</h1><p class="amount">${escapeHtml(t`${{ amount: formatMoneyExact(0) }} today`)}</p>`
      : `<h1>${escapeHtml(t`Pay ${{ brand: brandName }}`)}</h1><p class="amount">${formatMoneyExact(amountCents ?? 0)}</p>`;
  const promise = mode === 'setup' ? textOf(cardPromise) : t`Your card is charged once, now.`;
  return `<section class="about">${heading}<p class="purpose" dir="auto">${escapeHtml(description)}</p><hr><p class="fine">${escapeHtml(promise)}</p></section>`;
}

interface FieldSpec {
  name: 'cardNumber' | 'expiry' | 'cvc';
  label: Text;
  placeholder: Text;
  autocomplete: string;
  maxlength: number;
}

function field(
  { name, label, placeholder, autocomplete, maxlength }: FieldSpec,
  faults: CardFaults,
  first: boolean,
): string {
  const fault = faults[name];
  const described = fault ? ` aria-invalid="true" aria-describedby="${name}-fault"` : '';
  const message = fault ? `<p class="fault" id="${name}-fault">${escapeHtml(textOf(cardFaultTexts[fault]))}</p>` : '';
  return `<div><label for="${name}">${escapeHtml(label)}</label><input id="${name}" name="${name}" inputmode="numeric" dir="ltr" autocomplete="${autocomplete}" placeholder="${escapeHtml(placeholder)}" maxlength="${maxlength}" required${described}${first ? ' autofocus' : ''}>${message}</div>`;
}

/** The alert above the fields: invalid fields, or the decline of the previous card. */
function alertOf(faults: CardFaults, lastDecline: string | null): string {
  const alert = (text: Text) => `<p class="alert" role="alert">${escapeHtml(text)}</p>`;
  if (Object.values(faults).some(Boolean)) return alert(t`Check the details below. Nothing was charged.`);
  if (!lastDecline) return '';
  return alert(
    sentences(textOf(declineMessage(lastDecline)), t`Nothing was charged.`, t`Try again, or use another card.`),
  );
}

/** The card form. It never repeats the fan's input. `lastDecline`: the decline code of the card entered before. */
export function cardPage(page: Shell, session: Session, faults: CardFaults, lastDecline: string | null): string {
  const action = `/sandbox/checkout/${encodeURIComponent(session.id)}/complete`;
  const setup = session.mode === 'setup';
  const button = setup ? t`Save card` : t`Pay ${{ amount: formatMoneyExact(session.amountCents ?? 0) }}`;
  const fields = {
    number: field(
      {
        name: 'cardNumber',
        label: t`Card number`,
        placeholder: verbatim('1234 1234 1234 1234'),
        autocomplete: 'cc-number',
        maxlength: 25,
      },
      faults,
      true,
    ),
    expiry: field(
      { name: 'expiry', label: t`Expiry`, placeholder: verbatim('MM / YY'), autocomplete: 'cc-exp', maxlength: 9 },
      faults,
      false,
    ),
    cvc: field(
      { name: 'cvc', label: t`Security code`, placeholder: verbatim('CVC'), autocomplete: 'cc-csc', maxlength: 4 },
      faults,
      false,
    ),
  };
  const rows = testCards
    .map(({ number, what }) => `<tr><td>${number}</td><td>${escapeHtml(textOf(what))}</td></tr>`)
    .join('');
  return shell(
    page,
    setup ? t`Save a card` : t`Payment`,
    `<div class="sheet">${about(session, page.brandName)}
<section class="enter"><h2>${escapeHtml(t`Card details`)}</h2>${alertOf(faults, lastDecline)}
<form method="post" action="${action}" novalidate>${fields.number}<div class="pair">${fields.expiry}${fields.cvc}</div><button type="submit">${escapeHtml(button)}</button></form>
<a class="cancel" href="${escapeHtml(session.cancelUrl)}">${escapeHtml(t`Cancel and go back`)}</a>
<div class="tests"><h3>${escapeHtml(t`Test cards`)}</h3><table><tbody>${rows}</tbody></table><p>${escapeHtml(t`Use any future expiry date and any security code. Don’t enter a real card.`)}</p></div></section></div>
<script src="${checkoutScriptPath}" defer></script>`,
  );
}

/** Stands in for the bank's approval page: approve or refuse. */
export function approvalPage(page: Shell, session: Session): string {
  const action = `/sandbox/checkout/${encodeURIComponent(session.id)}/complete`;
  const last4 = session.pendingCard?.last4 ?? '';
  const { description } = session;
  const approve = t({ message: 'Approve', context: 'a payment at the bank' });
  const what =
    session.mode === 'setup'
      ? t`Approve saving this card with the card ending in ${{ lastDigits: last4 }} for: ${{ description }}`
      : t`Approve a payment of ${{ amount: formatMoneyExact(session.amountCents ?? 0) }} with the card ending in ${{ lastDigits: last4 }} for: ${{ description }}`;
  return shell(
    page,
    approve,
    `<section class="single"><h1>${escapeHtml(t`Your test bank asks you to approve`)}</h1>
<p>${escapeHtml(what)}</p>
<form method="post" action="${action}"><button type="submit" name="authentication" value="approve">${escapeHtml(approve)}</button><button class="quiet" type="submit" name="authentication" value="refuse">${escapeHtml(t({ message: 'Refuse', context: 'a payment at the bank' }))}</button></form></section>`,
  );
}

/** The page for a session that is closed or does not exist. `back`: the URL of the link, if known. */
export function closedPage(page: Shell, back: string | null): string {
  const link = back ? `<a class="button" href="${escapeHtml(back)}">${escapeHtml(t`Go back`)}</a>` : '';
  return shell(
    page,
    t`Page closed`,
    `<section class="single"><h1>${escapeHtml(t`This payment page is no longer open`)}</h1><p>${escapeHtml(t`Nothing was charged here. Go back and start again.`)}</p>${link}</section>`,
  );
}
