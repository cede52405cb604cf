import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { categoryText, inOrderOfNames } from '#contract/pools/category-text.ts';
import { useData } from '#web/data/query.ts';
import { Sheet } from '#web/ui/dialog.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { barCategories, moreCategoriesLabel } from './category-bar-order.ts';
import { poolCategories } from './feed-queries.ts';

function Sign({ category, on }: { category: Category; on: boolean }) {
  return (
    <span className="pick-sign" aria-hidden="true">
      {on ? <Check /> : category.icon}
    </span>
  );
}

interface PickProps {
  category: Category;
  on: boolean;
  onPick: () => void;
  className?: string;
}

function Pick({ category, on, onPick, className }: PickProps) {
  return (
    <button type="button" className={className ? `pick ${className}` : 'pick'} aria-pressed={on} onClick={onPick}>
      <Sign category={category} on={on} />
      {categoryText(category.name)}
    </button>
  );
}

interface RestProps {
  rest: readonly Category[];
  isOn: (category: Category) => boolean;
  onPick: (category: Category) => void;
}

/** The button that opens the menu. It names the categories chosen there, so that every choice stays visible. */
function restFace({ rest, isOn }: Pick<RestProps, 'rest' | 'isOn'>) {
  const face = moreCategoriesLabel(rest, isOn);
  return {
    className: face.chosen ? 'pick text-ink inset-ring-2 inset-ring-ink' : 'pick',
    label: face.label,
    content: (
      <span>
        {face.chosen ? (
          <span>
            <span className="pick-sign me-2 align-middle" aria-hidden="true">
              <Check />
            </span>
            {face.chosen}{' '}
          </span>
        ) : null}
        <span dir="ltr">+{rest.length}</span>
      </span>
    ),
  };
}

/** The categories that do not fit into the bar, as a menu. */
function RestMenu({ rest, isOn, onPick }: RestProps) {
  const { className, label, content } = restFace({ rest, isOn });
  return (
    <DropdownMenu
      triggerClass={className}
      trigger={content}
      label={label}
      align="end"
      items={rest.map((category) => ({
        label: categoryText(category.name),
        icon: (
          <span className="pick-sign" aria-hidden="true">
            {category.icon}
          </span>
        ),
        checked: isOn(category),
        onSelect: () => onPick(category),
      }))}
    />
  );
}

/** The same categories on a phone, as a bottom sheet. */
function RestSheet({ rest, isOn, onPick }: RestProps) {
  const [open, setOpen] = useState(false);
  const { className, label, content } = restFace({ rest, isOn });
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {content}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`More categories`} side="bottom">
        <div className="flex flex-wrap gap-2.5">
          {rest.map((category) => (
            <Pick
              key={category.id}
              category={category}
              on={isOn(category)}
              onPick={() => {
                setOpen(false);
                onPick(category);
              }}
            />
          ))}
        </div>
      </Sheet>
    </>
  );
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The known chosen names in the order of choice. An unchosen name keeps its place until another name needs it. */
function usePicked(all: readonly Category[], chosen: readonly string[]): readonly string[] {
  const names = chosen.flatMap((name) => all.find((category) => sameName(category.name, name))?.name ?? []);
  const [kept, setKept] = useState({ names, picked: names });
  if (names.join() === kept.names.join()) return kept.picked;
  const added = names.filter((name) => !kept.names.includes(name));
  const picked = [...kept.picked.filter((name) => !added.includes(name)), ...added];
  setKept({ names, picked });
  return picked;
}

export interface CategoryBarProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The category filter: "All", the first categories, the latest choice from the menu, and the menu. Several can be chosen at once. */
export function CategoryBar({ chosen, onChange }: CategoryBarProps) {
  const { data, error } = useData(poolCategories);
  const all = inOrderOfNames(data ?? []);
  const picked = usePicked(all, chosen);
  const bar = barCategories(all, picked);
  const isOn = ({ name }: Category) => chosen.some((other) => sameName(other, name));
  const toggle = (category: Category) => {
    const others = chosen.filter((name) => !sameName(name, category.name));
    onChange(isOn(category) ? others : [...others, category.name]);
  };
  const shown = new Set(bar.map(({ category }) => category));
  const shownOnPhone = new Set(bar.filter(({ onPhone }) => onPhone).map(({ category }) => category));
  const rest = all.filter((category) => !shown.has(category));
  const restOnPhone = all.filter((category) => !shownOnPhone.has(category));
  if (!data && !error) return <CategoryBarSkeleton />;
  return (
    <fieldset className="feed-cats mt-4 mb-6 flex flex-wrap max-md:mt-0 max-md:mb-5">
      <legend className="sr-only">{t`Categories`}</legend>
      <button type="button" className="pick" aria-pressed={chosen.length === 0} onClick={() => onChange([])}>
        {t({ message: 'All', context: 'all categories' })}
      </button>
      {bar.map(({ category, onPhone }) => (
        <Pick
          key={category.id}
          category={category}
          on={isOn(category)}
          onPick={() => toggle(category)}
          className={onPhone ? undefined : 'max-md:hidden'}
        />
      ))}
      {rest.length > 0 ? (
        <span className="max-md:hidden">
          <RestMenu rest={rest} isOn={isOn} onPick={toggle} />
        </span>
      ) : null}
      {restOnPhone.length > 0 ? (
        <span className="contents md:hidden">
          <RestSheet rest={restOnPhone} isOn={isOn} onPick={toggle} />
        </span>
      ) : null}
    </fieldset>
  );
}

/** Approximate widths of the first buttons in English, so that the bar does not shift when it loads. */
const shapes = ['w-13', 'w-26', 'w-22', 'w-30', 'w-30 max-md:hidden', 'w-30 max-md:hidden', 'w-15'];

function CategoryBarSkeleton() {
  return (
    <div className="feed-cats mt-4 mb-6 flex flex-wrap max-md:mt-0 max-md:mb-5" aria-hidden="true">
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <Skeleton key={index} className={`h-10 rounded-full pointer-coarse:min-h-11 ${shape}`} />
      ))}
    </div>
  );
}
