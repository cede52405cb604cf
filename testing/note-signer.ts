import { makeLedgerKey, openSigner, type Signer } from '#server/transparency/ledger-keys.ts';

/** A new key that signs notes under a name. */
export const newSigner = (name = 'fanfare-ledger/test'): Promise<Signer> => openSigner(name, makeLedgerKey());
