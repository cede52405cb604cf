import { Copy, Download, Printer } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { toast } from '#web/ui/toast.tsx';

/** Prints the text alone, not the page around it. */
function printText(title: string, text: string): void {
  const frame = document.createElement('iframe');
  // Browsers print a frame that is not displayed as an empty page.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  frame.title = title;
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) return;
  page.title = title;
  const lines = page.createElement('pre');
  lines.textContent = text;
  page.body.append(lines);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}

/** New recovery codes. They are shown once, with ways to keep them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { brandName } = useSite();
  const title = t`${{ brand: brandName }} recovery codes`;
  const text = `${title}\n${t`Each code works once.`}\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await copyText(codes.join('\n'));
      toast({ title: t`Codes copied`, durationMs: 3000 });
    } catch {
      toast({ title: t`Couldn’t copy`, description: t`Your browser blocked it. Download or print the codes instead.` });
    }
  };
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t`Each code works once, if you lose your phone or your passkey. Keep them where you’d find them without this device. We don’t show them again.`}</p>
      <ul aria-label={t`Recovery codes`} className="grid gap-x-6 gap-y-1.5 rounded-lg bg-sunken p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>{t`Copy codes`}</Button>
        <a
          className={buttonClass({ size: 'sm' })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          <Download aria-hidden="true" />
          {t`Download`}
        </a>
        <Button
          size="sm"
          icon={<Printer aria-hidden="true" />}
          onClick={() => printText(title, text)}
        >{t`Print`}</Button>
      </div>
    </div>
  );
}
