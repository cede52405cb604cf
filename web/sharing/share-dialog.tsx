import { CalendarPlus, Share } from 'lucide-react';
import { withoutIsolates } from '#contract/language/isolate.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { hasDeadlineAhead, poolCalendarPath, poolShareImage, shareSize } from '#contract/sharing.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { CopyField } from '#web/ui/forms/copy-field.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { toast } from '#web/ui/toast.tsx';
import { EmbedChoice } from './embed-choice.tsx';

const QrCode = lazyComponent(async () => (await import('#web/ui/qr-code.tsx')).QrCode, { browserOnly: true });

export interface ShareTarget {
  title: string;
  path: string;
  /** Path of the picture that other sites show beside the link. Unset for a pool, which has its own. */
  image?: string;
  /** The shared pool, which other sites may embed. */
  pool?: Pool;
}

function ExternalLink({ href, children }: { href: string; children: Text }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer" className="pick w-full justify-center">
        <span className="contents">{children}</span>
        <span className="sr-only">{` ${t`(opens in a new tab)`}`}</span>
      </a>
    </li>
  );
}

/** Opens the share sheet of the device. The dialog stays open behind it, because the person may close the sheet again. */
const openDeviceSheet = (title: string, url: string): Promise<void> =>
  navigator.share({ title, url }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ title: t`Couldn’t open the share menu`, description: t`Copy the link instead.` });
  });

/** Discord has no page that takes a link. It shows our preview for one that is pasted. */
async function copyForDiscord(url: string): Promise<void> {
  const copied = await copyText(url).then(
    () => true,
    () => false,
  );
  toast(
    copied
      ? { title: t`Link copied`, description: t`Paste it into a Discord channel.` }
      : { title: t`Couldn’t copy`, description: t`Your browser blocked it. Copy the link from the field above.` },
  );
}

/** Plain links to other sites, so that nothing loads from them before the person chooses one. */
function ShareLinks({ title, url }: { title: string; url: string }) {
  const link = encodeURIComponent(url);
  const words = encodeURIComponent(title);
  return (
    <ul className="grid grid-cols-2 gap-2" aria-label={t`Share on`}>
      <ExternalLink href={`https://x.com/intent/post?text=${words}&url=${link}`}>{verbatim('X')}</ExternalLink>
      <ExternalLink href={`https://www.facebook.com/sharer/sharer.php?u=${link}`}>{verbatim('Facebook')}</ExternalLink>
      <ExternalLink href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}>
        {verbatim('WhatsApp')}
      </ExternalLink>
      <ExternalLink href={`https://t.me/share/url?url=${link}&text=${words}`}>{verbatim('Telegram')}</ExternalLink>
      <ExternalLink href={`https://bsky.app/intent/compose?text=${encodeURIComponent(`${title} ${url}`)}`}>
        {verbatim('Bluesky')}
      </ExternalLink>
      <ExternalLink href={`https://www.reddit.com/submit?url=${link}&title=${words}`}>
        {verbatim('Reddit')}
      </ExternalLink>
      <li>
        <button type="button" className="pick w-full justify-center" onClick={() => void copyForDiscord(url)}>
          {verbatim('Discord')}
        </button>
      </li>
      <ExternalLink
        href={`mailto:?subject=${words}&body=${encodeURIComponent(`${title}\n\n${url}`)}`}
      >{t`Email`}</ExternalLink>
    </ul>
  );
}

export function ShareDialog({
  title: subject,
  path,
  pool,
  image = pool && poolShareImage(pool),
  url,
  onClose,
}: ShareTarget & { url: string; onClose: () => void }) {
  const title = withoutIsolates(subject);
  return (
    <Dialog open onClose={onClose} title={t({ message: 'Share', context: 'verb on a button' })} size="sm">
      <div className="grid gap-5">
        {image ? (
          <img
            src={image}
            alt={t`Preview of the shared link`}
            width={shareSize.width}
            height={shareSize.height}
            className="h-auto w-full rounded-lg bg-sunken"
          />
        ) : null}
        {'share' in navigator ? (
          <Button
            variant="primary"
            wide
            icon={<Share aria-hidden="true" />}
            onClick={() => void openDeviceSheet(title, url)}
          >{t`Share with an app`}</Button>
        ) : null}
        <CopyField label={t({ message: 'Link', context: 'the address to share' })} text={url} copied={t`Link copied`} />
        <ShareLinks title={title} url={url} />
        {pool && hasDeadlineAhead(pool) ? (
          <a className={buttonClass({ wide: true })} href={poolCalendarPath(pool.id)} download>
            <CalendarPlus aria-hidden="true" />
            {t`Add the deadline to a calendar`}
          </a>
        ) : null}
        <Disclosure summary={t`QR code`}>
          {() => <QrCode text={url} alt={t`QR code that opens the link`} fileName={path.split('/').at(-1) ?? 'link'} />}
        </Disclosure>
        {pool ? (
          <Disclosure summary={t({ message: 'Embed', context: 'verb: show it on another site' })}>
            {() => <EmbedChoice poolId={pool.id} title={title} />}
          </Disclosure>
        ) : null}
      </div>
    </Dialog>
  );
}
