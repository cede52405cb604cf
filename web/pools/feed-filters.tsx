import { plural, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { useUser } from '#web/data/session.ts';
import { BareSelect } from '#web/ui/forms/bare-select.tsx';
import { Link } from '#web/ui/link.tsx';
import { type FeedAddress, feedAddressPath } from './feed-address.ts';
import type { FeedFilter, FeedNarrowing } from './feed-filter.ts';

type GoalRange = Pick<FeedNarrowing, 'minGoal' | 'maxGoal'>;

const goalSteps = [250_00, 500_00, 1000_00];
const dayChoices = [3, 7, 14];

/** Ranges between the steps, the lowest and the highest of them open. */
const goalRanges: GoalRange[] = [...goalSteps, undefined].map((maxGoal, index) => ({
  ...(index > 0 ? { minGoal: goalSteps[index - 1] ?? 0 } : {}),
  ...(maxGoal ? { maxGoal } : {}),
}));

const keyOf = ({ minGoal = 0, maxGoal = 0 }: GoalRange) => `${minGoal}-${maxGoal}`;

function rangeText({ minGoal, maxGoal }: GoalRange): Text {
  const least = formatMoney(minGoal ?? 0);
  const most = formatMoney(maxGoal ?? 0);
  if (minGoal && maxGoal) return t`Goal ${{ least }} to ${{ most }}`;
  return maxGoal ? t`Goal up to ${{ most }}` : t`Goal from ${{ least }}`;
}

interface FilterProps {
  place: FeedAddress;
  choose: (change: Partial<FeedFilter>) => void;
}

/** The price of a pool is its goal: fans choose their own pledges. The URL may contain another range. */
function PriceFilter({ place, choose }: FilterProps) {
  const chosen = keyOf(place);
  const isOn = chosen !== keyOf({});
  const isOther = isOn && goalRanges.every((range) => keyOf(range) !== chosen);
  const ranges = isOther ? [...goalRanges, place] : goalRanges;
  return (
    <BareSelect
      label={t`Price`}
      isOn={isOn}
      value={chosen}
      onChange={({ target: { value } }) => {
        const range = ranges.find((one) => keyOf(one) === value);
        choose({ minGoal: range?.minGoal, maxGoal: range?.maxGoal });
      }}
    >
      <option value={keyOf({})}>{t`Any price`}</option>
      {ranges.map((range) => (
        <option key={keyOf(range)} value={keyOf(range)}>
          {rangeText(range)}
        </option>
      ))}
    </BareSelect>
  );
}

function DaysFilter({ place: { maxDays = 0 }, choose }: FilterProps) {
  const choices = maxDays === 0 || dayChoices.includes(maxDays) ? dayChoices : [...dayChoices, maxDays];
  return (
    <BareSelect
      label={t`Days left`}
      isOn={maxDays > 0}
      value={String(maxDays)}
      onChange={({ target: { value } }) => choose({ maxDays: Number(value) || undefined })}
    >
      <option value="0">{t`Any deadline`}</option>
      {choices.map((days) => (
        <option
          key={days}
          value={days}
        >{t`${plural({ days }, { one: 'Up to # day left', other: 'Up to # days left' })}`}</option>
      ))}
    </BareSelect>
  );
}

interface LinkFilterProps {
  isOn: boolean;
  to: string;
  onPress: () => void;
  children: Text;
}

/** A link, so that it works without scripts. With them, `onPress` builds on a choice that is not in the URL yet. */
function LinkFilter({ isOn, to, onPress, children }: LinkFilterProps) {
  return (
    <Link
      to={to}
      className="pick"
      aria-current={isOn}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onPress();
      }}
    >
      {children}
    </Link>
  );
}

/** The filters of the feed besides its categories. */
export function FeedFilters({ basePath, place, choose }: FilterProps & { basePath: string }) {
  const isSignedIn = useUser() !== null;
  const anyCreator = place.anyCreator ? undefined : true;
  const following = place.following ? undefined : true;
  return (
    <>
      <PriceFilter place={place} choose={choose} />
      <DaysFilter place={place} choose={choose} />
      {isSignedIn ? (
        <LinkFilter
          isOn={place.following === true}
          to={feedAddressPath(basePath, { ...place, following, page: 1 })}
          onPress={() => choose({ following })}
        >
          {t({ message: 'Following', context: 'filter: pools for creators that the person follows' })}
        </LinkFilter>
      ) : null}
      <LinkFilter
        isOn={place.anyCreator === true}
        to={feedAddressPath(basePath, { ...place, anyCreator, page: 1 })}
        onPress={() => choose({ anyCreator })}
      >{t`Open to any creator`}</LinkFilter>
    </>
  );
}
