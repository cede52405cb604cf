import { Download, Keyboard } from 'lucide-react';
import type { MouseEvent } from 'react';
import { getProofWays } from '#contract/calls/accounts.ts';
import { type Message, type Text, t, textOf } from '#contract/language/text.ts';
import { call, freshProof } from '#web/data/call.ts';
import { useSearchText } from '#web/data/use-search-text.ts';
import { buttonClass, IconButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { toastError } from '#web/ui/toast.tsx';
import { type ListDefinition, type ListState, listHref } from './list-state.ts';

/** A filter with a fixed set of values, as a select. */
export interface FilterSelect {
  /** The name of the query parameter. */
  name: string;
  label: Text;
  /** The first one is every row. */
  options: readonly (readonly [value: string, words: Text])[];
}

export const searchFieldId = 'list-search';
const searchAfterMs = 300;

interface ToolProps {
  list: ListDefinition;
  state: ListState;
}

/** A debounced search field; Enter searches immediately. */
function SearchBox({ list, state, label }: ToolProps & { label: Text }) {
  const { text, setText, searchNow } = useSearchText({
    search: state.search,
    onSearch: (search) => navigate(listHref(list, state, { search }), { replace: true, keepScroll: true }),
    debounceMs: searchAfterMs,
  });
  return (
    <search className="min-w-0 flex-1 basis-64">
      <form
        id={searchFieldId}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow(text);
        }}
      >
        <SearchField label={label} aria-keyshortcuts="/" maxLength={200} value={text} onText={setText} />
      </form>
    </search>
  );
}

function Filter({ list, state, filter: { name, label, options } }: ToolProps & { filter: FilterSelect }) {
  return (
    <div className="grow basis-37.5 sm:max-w-55">
      <SelectField
        label={label}
        hideLabel
        value={state.filters[name] ?? ''}
        onChange={(event) =>
          navigate(listHref(list, state, { filters: { [name]: event.target.value } }), { keepScroll: true })
        }
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

export interface ListToolsProps extends ToolProps {
  searchLabel: Text;
  filters: readonly FilterSelect[];
  /** The orders, for screens without table headers and for orders without a column. */
  orders: readonly (readonly [sort: string, words: Message])[];
  csv: string;
  /** The server asks for a fresh proof of identity before the export. */
  csvNeedsProof?: boolean;
  onHelp: () => void;
}

/** Follows the link of an export once the person has proved their identity. */
async function exportWithProof(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  const { href } = event.currentTarget;
  event.preventDefault();
  const { fresh } = await call(getProofWays);
  if (fresh || (await freshProof.ask?.())) window.location.assign(href);
}

/** The search, filters, order, export and help above a list. */
export function ListTools({ list, state, searchLabel, filters, orders, csv, csvNeedsProof, onHelp }: ListToolsProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      <SearchBox list={list} state={state} label={searchLabel} />
      {filters.map((filter) => (
        <Filter key={filter.name} list={list} state={state} filter={filter} />
      ))}
      <div className="grow basis-37.5 sm:max-w-55">
        <SelectField
          label={t({ message: 'Order', context: 'how a list is sorted' })}
          hideLabel
          value={state.sort}
          onChange={(event) =>
            navigate(listHref(list, state, { sort: event.target.value }), { replace: true, keepScroll: true })
          }
        >
          {orders.map(([sort, words]) => (
            <option key={sort} value={sort}>
              {textOf(words)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex gap-1">
        <a
          href={csv}
          download
          className={buttonClass()}
          title={t`Download every row of this list as CSV`}
          onClick={
            csvNeedsProof
              ? (event) => void exportWithProof(event).catch((error) => toastError(error, t`The list wasn’t exported`))
              : undefined
          }
        >
          <Download aria-hidden="true" />
          {t({ message: 'Export', context: 'verb on a button' })}
        </a>
        <IconButton label={t`Keyboard shortcuts`} aria-keyshortcuts="?" className="max-md:hidden!" onClick={onHelp}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
