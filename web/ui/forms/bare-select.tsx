import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';

interface BareSelectProps extends ComponentProps<'select'> {
  label: Text;
  /** A sign before the choice. */
  icon?: ReactNode;
  /** The choice narrows a list. */
  isOn?: boolean;
}

/** A select above a list, as wide as its choice, with a hidden label: the order or a filter of the list. */
export function BareSelect({ label, icon, isOn, className = '', children, ...select }: BareSelectProps) {
  return (
    <label className={`relative inline-flex items-center ${className}`}>
      {icon ? <span className="pointer-events-none absolute start-3 text-muted *:size-4.5">{icon}</span> : null}
      <span className="sr-only">{label}</span>
      <select
        className={`field-sizing-content min-h-10 cursor-pointer appearance-none rounded-md bg-transparent py-1.5 pe-8 leading-[1.3] font-semibold *:bg-raised *:text-ink hover:bg-hover hover:text-ink pointer-coarse:min-h-11 pointer-coarse:text-lg ${icon ? 'ps-10' : 'ps-4'} ${isOn ? 'text-ink inset-ring-2 inset-ring-ink' : 'text-muted shadow-ring'}`}
        {...select}
      >
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2.25 size-4.5 text-muted" />
    </label>
  );
}
