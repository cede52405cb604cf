export interface PageAnswer {
  status: number;
  html: string;
  location?: string;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A complete page without scripts. `body` is HTML. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Stand-in for Stripe</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a2e; }
form { display: grid; gap: .75rem; margin: 1rem 0; }
input { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box; }
button { font: inherit; padding: .6rem 1rem; cursor: pointer; }
.error { color: #a40000; }
.note { color: #555; font-size: .875rem; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
<p class="note">This page stands in for Stripe in tests. It takes test cards only.</p>
</main>
</body>
</html>`;
}

export function dollars(amountCents: number): string {
  return `$${(amountCents / 100).toFixed(2)}`;
}
