/** A public key of the ledger. */
export function LedgerKey({ value }: { value: string }) {
  return <code className="mt-3 block rounded-lg bg-sunken px-4 py-3 text-sm leading-[1.4] break-all">{value}</code>;
}
