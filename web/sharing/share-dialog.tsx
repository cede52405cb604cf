import { embedSize, poolEmbedPath, shareSize } from '#contract/sharing.ts';
import { useSite } from '#web/data/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { CopyField } from '#web/ui/forms/copy-field.tsx';

export interface ShareTarget {
  title: string;
  path: string;
  /** Path of the picture that other sites show beside the link. */
  image?: string;
  /** Id of the pool that other sites may embed. */
  embedPoolId?: string;
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer" className="pick w-full justify-center">
        <span className="contents">{children}</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </li>
  );
}

/** Plain links to other sites, so that nothing loads from them before the person chooses one. */
function ShareLinks({ title, url }: { title: string; url: string }) {
  const link = encodeURIComponent(url);
  const words = encodeURIComponent(title);
  return (
    <ul className="grid grid-cols-2 gap-2" aria-label="Share on">
      <ExternalLink href={`https://x.com/intent/post?text=${words}&url=${link}`}>X</ExternalLink>
      <ExternalLink href={`https://www.facebook.com/sharer/sharer.php?u=${link}`}>Facebook</ExternalLink>
      <ExternalLink href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}>WhatsApp</ExternalLink>
      <ExternalLink href={`mailto:?subject=${words}&body=${encodeURIComponent(`${title}\n\n${url}`)}`}>
        Email
      </ExternalLink>
    </ul>
  );
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export function ShareDialog({
  title,
  image,
  embedPoolId,
  url,
  onClose,
}: ShareTarget & { url: string; onClose: () => void }) {
  const { publicUrl } = useSite();
  const frame =
    embedPoolId &&
    `<iframe src="${publicUrl}${poolEmbedPath(embedPoolId)}" width="${embedSize.width}" height="${embedSize.height}" title="${attribute(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
  return (
    <Dialog open onClose={onClose} title="Share" size="sm">
      <div className="grid gap-5">
        {image ? (
          <img
            src={image}
            alt="Preview of the shared link"
            width={shareSize.width}
            height={shareSize.height}
            className="h-auto w-full rounded-lg bg-sunken"
          />
        ) : null}
        <CopyField label="Link" text={url} copied="Link copied" />
        <ShareLinks title={title} url={url} />
        {frame ? <CopyField label="Embed code" text={frame} copied="Code copied" /> : null}
      </div>
    </Dialog>
  );
}
