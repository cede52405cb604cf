import { totalOf } from '../balance.ts';
import type { Call } from '../call.ts';
import { text } from '../form.ts';
import { missing } from '../refusal.ts';
import { findAccount, finishOnboarding } from '../resources/accounts.ts';
import { dollars, escapeHtml, htmlPage, type PageAnswer } from './html.ts';

/** A link works once and for five minutes; afterwards the creator is sent back for a new one. */
function openLink(call: Call) {
  const link = call.store.get('links', call.path.link ?? '');
  if (!link) throw missing('account_link', call.path.link ?? '');
  return { link, expired: link.used || link.expiresAt <= call.store.now() };
}

export function openOnboarding(call: Call): PageAnswer {
  const { link, expired } = openLink(call);
  if (expired) return { status: 303, location: link.refreshUrl, html: '' };
  const account = findAccount(call, link.account);
  const items = account.requirements.map(({ code }) => `<li>${escapeHtml(code)}</li>`).join('');
  return {
    status: 200,
    html: htmlPage(
      'Get paid',
      `<p>${escapeHtml(account.account.display_name ?? account.id)}</p>
<p>We need:</p>
<ul>${items || '<li>Nothing more</li>'}</ul>
<form method="post">
<button type="submit" name="outcome" value="ready">Submit everything</button>
<button type="submit" name="outcome" value="pending">Leave without finishing</button>
</form>`,
    ),
  };
}

export function submitOnboarding(call: Call): PageAnswer {
  const { link, expired } = openLink(call);
  if (expired) return { status: 303, location: link.refreshUrl, html: '' };
  call.store.change('links', link.id, { used: true });
  if (text(call.params, 'outcome') !== 'pending') finishOnboarding(call, link.account);
  return { status: 303, location: link.returnUrl || link.refreshUrl, html: '' };
}

export function openExpress(call: Call): PageAnswer {
  const account = findAccount(call, call.path.account ?? '');
  const payouts = call.store.all('payouts').filter((payout) => payout.metadata?.account === account.id);
  return {
    status: 200,
    html: htmlPage(
      'Express dashboard',
      `<p>${escapeHtml(account.account.display_name ?? account.id)}</p>
<p>Balance: ${dollars(totalOf(call.store, account.id))}</p>
<p>Bank transfers: ${payouts.length}</p>`,
    ),
  };
}
