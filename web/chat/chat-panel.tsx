import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { defaultChatCategory, globalRoom, isAdultCategory } from '#contract/limits.ts';
import { categoryText, inOrderOfNames } from '#contract/pools/category-text.ts';
import { AgeGate } from '#web/age/age-gate.tsx';
import { useLinkedMessage } from '#web/chat/messages/use-linked-message.ts';
import { isChatHash } from '#web/data/chat-panel-state.ts';
import { type Location, useLocation } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ChatOptions } from './chat-options.tsx';
import { chatCategories } from './chat-queries.ts';
import { focusComposer } from './focus-composer.ts';
import { RoomView } from './room-view.tsx';
import { useRoom } from './rooms.ts';
import { useMarkRead } from './use-mark-read.ts';

export type ChatPlace = { kind: 'category' } | { kind: 'pool'; poolId: string; title: string };

interface PanelProps {
  place: ChatPlace;
  onClose: () => void;
}

/** The category chosen last; kept across pages. Client only: only event handlers and effects write it. */
let lastCategory: string = defaultChatCategory;

/** The category to open for a chat link, such as in a notice: the URL's only category, or Global. Undefined for other URLs. */
function categoryIn({ hash, search }: Pick<Location, 'hash' | 'search'>): string | undefined {
  if (!isChatHash(hash)) return undefined;
  const [name = '', another] = (new URLSearchParams(search).get('categories') ?? '').split(',');
  if (another !== undefined || isAdultCategory(name)) return undefined;
  return name || globalRoom;
}

interface HeadProps {
  title: Text;
  subtitle?: string;
  onClose: () => void;
  children?: ReactNode;
}

function Head({ title, subtitle, onClose, children }: HeadProps) {
  const user = useUser();
  return (
    <div className="flex min-h-17 items-center gap-2 border-b border-line py-2 ps-4 pe-2">
      <div className={`min-w-0 grow ${subtitle ? '' : 'shrink-0'}`}>
        <h2 className="text-lg">{title}</h2>
        {subtitle ? (
          <p className="truncate text-sm text-muted" dir="auto">
            {subtitle}
          </p>
        ) : null}
      </div>
      {children}
      {/* Two buttons side by side are narrower than a single one. */}
      <div className={`flex flex-none ${user ? '[@media(hover:hover)]:*:w-9' : ''}`}>
        {user ? <ChatOptions /> : null}
        <IconButton label={t`Close chat`} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

function CategorySelect({ chosen, onChoose }: { chosen: string; onChoose: (name: string) => void }) {
  const { data: categories = [] } = useData(chatCategories);
  const icon = categories.find(({ name }) => name === chosen)?.icon;
  const names = inOrderOfNames(categories).map(({ name }) => name);
  return (
    <span className="input-frame min-w-0 basis-47.5">
      {icon ? (
        <span className="input-lead" aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <select
        className="input min-h-10 py-1.5 pe-8"
        aria-label={t`Chat category`}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value={globalRoom}>{t({ message: 'Global', context: 'the chat room for everyone' })}</option>
        {(names.includes(chosen) || chosen === globalRoom ? names : [chosen, ...names]).map((name) => (
          <option key={name} value={name}>
            {categoryText(name)}
          </option>
        ))}
      </select>
      <span className="input-trail min-w-8.5">
        <ChevronDown aria-hidden="true" />
      </span>
    </span>
  );
}

function CategoryChat({ onClose }: Pick<PanelProps, 'onClose'>) {
  const user = useUser();
  const asked = categoryIn(useLocation());
  const [name, setName] = useState(asked ?? lastCategory);
  const [pending, setPending] = useState<string>();
  const room = useRoom({ kind: 'category', name }, user?.id ?? null);
  useMarkRead(room);
  useLinkedMessage(room);
  const choose = (next: string) => {
    lastCategory = next;
    setName(next);
    setPending(undefined);
  };
  const isGlobal = name === globalRoom;
  return (
    <>
      <Head title={isGlobal ? t`Global Chat` : t`Chat`} onClose={onClose}>
        <CategorySelect chosen={name} onChoose={(next) => (isAdultCategory(next) ? setPending(next) : choose(next))} />
      </Head>
      <RoomView
        key={room.key}
        room={room}
        label={isGlobal ? t`Messages to everyone` : t`Messages in ${{ category: categoryText(name) }}`}
      />
      {pending ? <AgeGate active onRefuse={() => setPending(undefined)} onPass={() => choose(pending)} /> : null}
    </>
  );
}

function PoolChat({ poolId, title, onClose }: { poolId: string; title: string; onClose: () => void }) {
  const user = useUser();
  const room = useRoom({ kind: 'pool', poolId }, user?.id ?? null);
  useMarkRead(room);
  useLinkedMessage(room);
  return (
    <>
      <Head title={t`TipPool Chat`} subtitle={title} onClose={onClose} />
      <RoomView key={room.key} room={room} label={t`Messages about ${{ title }}`} />
    </>
  );
}

/** The chat panel beside a page. Escape closes it. */
export function ChatPanel({ place, onClose }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!focusComposer(panel.current)) panel.current?.focus();
  }, []);
  return (
    <aside
      ref={panel}
      className="chat-panel"
      aria-label={t`Chat`}
      tabIndex={-1}
      onKeyDown={(event) => {
        const inside = event.target instanceof Element && !event.target.closest('dialog, [role=menu]');
        if (event.key === 'Escape' && inside && !event.defaultPrevented) onClose();
      }}
    >
      {place.kind === 'pool' ? (
        <PoolChat key={place.poolId} poolId={place.poolId} title={place.title} onClose={onClose} />
      ) : (
        <CategoryChat onClose={onClose} />
      )}
    </aside>
  );
}
