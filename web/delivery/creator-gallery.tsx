import { Play } from 'lucide-react';
import { useState } from 'react';
import { listGallery } from '#contract/calls/delivery.ts';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import type { ContentFile } from '#contract/delivery.ts';
import type { GalleryItem } from '#contract/gallery.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { loadLightbox, OpenLightbox } from '#web/pictures/open-lightbox.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { clockText } from '#web/ui/media/clock-text.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { titleOf } from './content-files.ts';
import { FileIcon } from './file-icon.tsx';

const GalleryFile = lazyComponent(async () => (await import('./gallery-file.tsx')).GalleryFile, { browserOnly: true });

export const galleryOf = (username = '', page = 1) =>
  optional(query(listGallery, { params: { username }, query: { page } }));

function openLabel(file: ContentFile): Text {
  const title = titleOf(file);
  if (file.kind === 'image') return t`Enlarge ${{ title }}`;
  return file.kind === 'audio' || file.kind === 'video' ? t`Play ${{ title }}` : t`Open ${{ title }}`;
}

/** The loudness of an audio file as bars. */
function Waveform({ peaks }: { peaks: readonly number[] }) {
  return (
    <svg
      viewBox={`0 0 ${peaks.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-1/2 w-[84%] fill-none stroke-current stroke-[0.6]"
    >
      <path d={peaks.map((peak, at) => `M${at + 0.5} ${50 - peak / 2.2}V${50 + peak / 2.2}`).join('')} />
    </svg>
  );
}

function Cover({ file }: { file: ContentFile }) {
  const src = file.previewUrl ?? (file.kind === 'image' ? file.url : null);
  if (src)
    return (
      <img
        src={src}
        alt=""
        width={400}
        height={300}
        loading="lazy"
        decoding="async"
        className="size-full object-cover transition-[scale] duration-250 group-hover:scale-103"
      />
    );
  if (file.peaks) return <Waveform peaks={file.peaks} />;
  return <FileIcon name={file.name} className="size-9" />;
}

function Tile({ item: { file, pool }, onOpen }: { item: GalleryItem; onOpen: () => void }) {
  const isRecording = file.kind === 'audio' || file.kind === 'video';
  return (
    <li className="flex min-w-0 flex-col leading-[1.4]">
      <button
        type="button"
        aria-label={openLabel(file)}
        aria-haspopup="dialog"
        className="group relative mb-2 grid aspect-4/3 w-full place-items-center overflow-hidden rounded-lg bg-accent-wash text-accent-text shadow-ring"
        onPointerEnter={() => void (file.kind === 'image' ? loadLightbox() : undefined)}
        onClick={onOpen}
      >
        <Cover file={file} />
        {isRecording ? (
          // The same in both themes.
          <span className="num absolute start-2 bottom-2 inline-flex items-center gap-1 rounded-full bg-[oklch(0.14_0.03_325/0.72)] px-2 py-0.5 text-xs font-semibold text-[oklch(0.955_0.014_80)]">
            <Play aria-hidden="true" className="size-3" />
            <span>{file.durationMs === null ? null : clockText(file.durationMs / 1000)}</span>
          </span>
        ) : null}
      </button>
      <b className="truncate" dir="auto">
        {titleOf(file)}
      </b>
      {/* Only the title is cut off: `truncate` for the line would cut off its left, where the title begins in a page from right to left. */}
      <span className="flex text-sm whitespace-pre text-muted">
        <RichText
          text={msg`From <link>${{ title: pool.title }}</link>`}
          tags={{
            link: (text) => (
              <Link to={pool.path} className="truncate hover:underline" dir="auto">
                {text}
              </Link>
            ),
          }}
        />
      </span>
    </li>
  );
}

/** One page of tiles. A picture opens with the other pictures of the page, everything else alone. */
function Tiles({ items }: { items: readonly GalleryItem[] }) {
  const [open, setOpen] = useState<GalleryItem>();
  const [shown, setShown] = useState<number>();
  const images = items.map(({ file }) => file).filter(({ kind }) => kind === 'image');
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(--spacing(40),44%),1fr))] gap-x-4 gap-y-5 not-first-of-type:mt-5 md:grid-cols-[repeat(auto-fill,minmax(--spacing(55),1fr))]">
        {items.map((item) => (
          <Tile
            key={item.file.id}
            item={item}
            onOpen={() => (item.file.kind === 'image' ? setShown(images.indexOf(item.file)) : setOpen(item))}
          />
        ))}
      </ul>
      <OpenLightbox images={images} shown={shown} onShow={setShown} />
      {open ? <GalleryFile item={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

function GalleryPage({ username, page, onMore }: { username: string; page: number; onMore: () => void }) {
  const gallery = useData(galleryOf(username, page));
  return (
    <Loaded of={gallery} loading={<Skeleton className="h-60 w-full" />} failed={t`We couldn’t load the gallery`}>
      {({ items, pagination }) => (
        <>
          <Tiles items={items} />
          {pagination.page < pagination.totalPages ? (
            <Button className="mt-4" onClick={onMore}>{t`Show more of the gallery`}</Button>
          ) : null}
        </>
      )}
    </Loaded>
  );
}

/** Delivered files that the creator shows to everyone. Without any, only the creator sees how to add some. */
export function CreatorGallery({ profile: { username, isOwner } }: { profile: CreatorProfile }) {
  const first = useData(galleryOf(username));
  const [pages, setPages] = useState(1);
  const isEmpty = !first.data || first.data.items.length === 0;
  if (isEmpty && !isOwner) return null;
  return (
    <section aria-labelledby="creator-gallery" className="mb-8">
      <h2 id="creator-gallery" className="mb-3">{t`Gallery`}</h2>
      {isEmpty ? (
        <p className="max-w-text text-muted">
          <RichText
            text={msg`Show files of your completed pools to everyone: open a completed pool from <link>your dashboard</link> and choose what people see here.`}
            tags={{
              link: (text) => (
                <Link to={paths.dashboard} className="link">
                  {text}
                </Link>
              ),
            }}
          />
        </p>
      ) : (
        Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <GalleryPage
            key={page}
            username={username}
            page={page}
            onMore={() => setPages((before) => Math.max(before, page + 1))}
          />
        ))
      )}
    </section>
  );
}
