import { Download, FileCheck, ReceiptText, ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { getPaymentProof } from '#contract/calls/site.ts';
import { isKeyChangeNote } from '#contract/key-change.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { paths, signInPath } from '#contract/paths.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useSearch } from '#web/data/location.tsx';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { checkSavedKeyChange } from './check-key-change.ts';
import { type CheckResult, checkInBrowser } from './check-result.ts';
import { checkSavedRoot, isRootText } from './check-root.ts';
import type { PublishedKeys } from './published-keys.ts';
import { saveText } from './save-text.ts';

/** Larger than any proof: one entry takes about two kilobytes. */
const maxFileBytes = 200_000;

type Proof = { fileName: string; text: string };

function Result({ result: { verified, title, text, facts } }: { result: CheckResult }) {
  return (
    <div className="notice" data-tone={verified ? 'paid' : 'danger'}>
      {verified ? <ShieldCheck aria-hidden="true" /> : <ShieldX aria-hidden="true" />}
      <div>
        <b>{title}</b>
        {facts.length > 0 ? (
          <dl className="mb-2 grid gap-1">
            {facts.map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-4">
                <dt>{name}</dt>
                <dd className="font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p>{text}</p>
      </div>
    </div>
  );
}

const failure = (error: unknown): CheckResult => ({
  verified: false,
  title: t`We couldn’t check this`,
  text: verbatim(asAppError(error).message),
  facts: [],
});

/** The button for the pledge in the URL; without one, a link to the receipts, which link here. */
function FirstStep({ pledgeId, busy, onCheck }: { pledgeId: string | null; busy: boolean; onCheck: () => void }) {
  const user = useUser();
  const ready = useHydrated();
  if (!user) {
    return (
      <LinkButton
        to={signInPath(`${paths.myAccount}?show=receipts`)}
        variant="primary"
        icon={<ReceiptText aria-hidden="true" />}
      >{t`Sign in to find your payment`}</LinkButton>
    );
  }
  if (!pledgeId) {
    return (
      <LinkButton
        to={`${paths.myAccount}?show=receipts`}
        variant="primary"
        icon={<ReceiptText aria-hidden="true" />}
      >{t`Find my payment`}</LinkButton>
    );
  }
  return (
    <Button
      variant="primary"
      busy={busy}
      disabled={!ready}
      icon={<ShieldCheck aria-hidden="true" />}
      onClick={onCheck}
    >{t`Check my payment`}</Button>
  );
}

/** Checks a payment in this browser: the one that the URL names (`?pledge=ID`), or a proof, root or key change from a saved file. */
export function PaymentCheck({ keys }: { keys: PublishedKeys }) {
  const pledgeId = useSearch().get('pledge');
  const [result, setResult] = useState<CheckResult>();
  const [proof, setProof] = useState<Proof>();
  const [busy, setBusy] = useState(false);

  async function run(work: () => Promise<CheckResult>): Promise<void> {
    setBusy(true);
    setResult(await work().catch(failure));
    setBusy(false);
  }
  const checkMine = (id: string) =>
    run(async () => {
      setProof(undefined);
      const made = await call(getPaymentProof, { params: { id } });
      setProof(made);
      return checkInBrowser(made.text, keys, id);
    });
  const checkFile = (file: File) =>
    run(async () => {
      setProof(undefined);
      const text = file.size > maxFileBytes ? '' : await file.text();
      if (isKeyChangeNote(text)) return checkSavedKeyChange(text, keys);
      return isRootText(text) ? checkSavedRoot(text, keys) : checkInBrowser(text, keys);
    });

  return (
    <div className="mt-4 grid gap-4 text-base leading-normal">
      <div className="flex flex-wrap gap-2.5">
        <FirstStep pledgeId={pledgeId} busy={busy} onCheck={() => pledgeId && void checkMine(pledgeId)} />
        {proof ? (
          <Button
            icon={<Download aria-hidden="true" />}
            onClick={() => saveText(proof.fileName, proof.text)}
          >{t`Save the proof`}</Button>
        ) : null}
      </div>
      <div role="status">{result ? <Result result={result} /> : null}</div>
      <FileDrop
        label={t`Check a saved proof or root`}
        note={t`The file stays on your device.`}
        accept=".json,.txt,application/json,text/plain"
        icon={<FileCheck aria-hidden="true" />}
        onFiles={([file]) => file && void checkFile(file)}
      />
    </div>
  );
}
