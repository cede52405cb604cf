import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import type { Text } from '#contract/language/text.ts';
import type { Words } from '#web/ui/rich-text.tsx';
import { forward } from './direction.ts';
import { dismissToast } from './toast.tsx';

export interface MenuItem {
  label: Words;
  onSelect: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** If set, the item is a checkbox in this state. */
  checked?: boolean;
}

export interface DropdownMenuProps {
  /** Class, content and accessible name of the button that opens the menu. */
  triggerClass: string;
  trigger: ReactNode;
  label: Text;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  onOpenChange?: (open: boolean) => void;
}

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-2 leading-tight font-[550] outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-45 data-highlighted:bg-(--hover-raised) pointer-coarse:min-h-11';

/** Toasts are in the top layer, above the menu, and would cover its items. As a ref, it runs when the menu opens and closes. */
function uncoverMenu(menu: HTMLElement | null): void {
  if (menu) dismissToast();
}

/** The menu itself. It mounts open, because its code loads when the person presses the button. */
export function RadixMenu({ triggerClass, trigger, label, items, align = 'start', onOpenChange }: DropdownMenuProps) {
  const chosen = useRef<() => void>(undefined);
  return (
    <Radix.Root dir={forward() > 0 ? 'ltr' : 'rtl'} defaultOpen modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger className={triggerClass} aria-label={label}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={uncoverMenu}
          className="menu z-40 max-h-[min(420px,var(--radix-dropdown-menu-content-available-height,420px))] max-w-80 min-w-47.5 animate-[menu-in_120ms_var(--ease)] overflow-y-auto rounded-lg bg-raised p-1.5 shadow-float"
          align={align}
          sideOffset={6}
          collisionPadding={12}
          loop
          onCloseAutoFocus={() => {
            // Run the action after the focus is back on the button, so that a dialog it opens returns the focus there.
            const act = chosen.current;
            chosen.current = undefined;
            if (act) setTimeout(act);
          }}
        >
          {items.map((item, index) => {
            const shared = {
              className: `menu-item ${itemClass} ${item.danger ? 'text-danger-text' : ''}`,
              disabled: item.disabled,
              // Without it, type-ahead would also match the icon's text, such as an emoji.
              textValue: typeof item.label === 'string' ? item.label : undefined,
              onSelect: () => {
                chosen.current = item.onSelect;
              },
            };
            // biome-ignore-start lint/suspicious/noArrayIndexKey: the items of a menu never move
            return item.checked === undefined ? (
              <Radix.Item key={index} {...shared}>
                {item.icon}
                <span className="flex-1">{item.label}</span>
              </Radix.Item>
            ) : (
              <Radix.CheckboxItem key={index} {...shared} checked={item.checked}>
                {item.icon}
                <span className="flex-1">{item.label}</span>
                {item.checked ? <Check aria-hidden="true" /> : null}
              </Radix.CheckboxItem>
            );
            // biome-ignore-end lint/suspicious/noArrayIndexKey: the items of a menu never move
          })}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
