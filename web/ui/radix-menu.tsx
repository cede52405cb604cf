import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { DropdownMenuProps } from './dropdown-menu.tsx';

/** Opens at once: it is loaded because its button was pressed. */
export function RadixMenu({ triggerClass, trigger, label, items, align = 'start' }: DropdownMenuProps) {
  return (
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger className={triggerClass} aria-label={label}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align={align} sideOffset={6} collisionPadding={12} loop>
          {items.map((item, index) => (
            <Radix.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items stand still
              key={index}
              className="menu-item"
              disabled={item.disabled}
              data-danger={item.danger}
              onSelect={item.onSelect}
            >
              {item.icon}
              <span className="flex-1">{item.label}</span>
              {item.checked ? <Check aria-label="chosen" /> : null}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
