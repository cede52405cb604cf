import { type Call, needed } from '../call.ts';
import { text } from '../form.ts';
import { invalid } from '../refusal.ts';

/** Stripe finds new objects within a minute; code that looks for what it has just created must not rely on it. */
const defaultLagSeconds = 5;

/** Supports `metadata['name']:'value'` and `customer:'id'`, joined by AND. */
export function searchPayments(call: Call) {
  const query = needed(call, 'query');
  const terms = query.split(/ AND /i).map((part) => readTerm(part.trim()));
  const latest = call.store.now() - call.store.setting('searchLagSeconds', defaultLagSeconds);
  const data = call.store
    .all('paymentIntents')
    .filter((intent) => intent.created <= latest)
    .filter((intent) =>
      terms.every(({ field, value }) =>
        field === 'customer' ? intent.customer === value : intent.metadata[field] === value,
      ),
    )
    .reverse();
  return {
    object: 'search_result' as const,
    url: '/v1/payment_intents/search',
    has_more: false,
    next_page: null,
    data: data.slice(0, Number(text(call.params, 'limit') ?? 10)),
  };
}

function readTerm(part: string): { field: string; value: string } {
  const match = /^(?:metadata\[(['"])(?<name>[^'"]+)\1\]|(?<customer>customer)):(['"])(?<value>[^'"]*)\4$/.exec(part);
  if (!match?.groups) throw invalid(`We were unable to parse your search query: ${part}`, 'query');
  return { field: match.groups.name ?? 'customer', value: match.groups.value ?? '' };
}
