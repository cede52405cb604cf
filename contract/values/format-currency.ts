/** An amount in the smallest unit of a currency as text: "€10.00" for 1000 and "EUR", "¥1,000" for 1000 and "JPY". */
export function formatCurrency(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
