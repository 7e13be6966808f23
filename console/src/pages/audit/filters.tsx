// What narrows the audit log: who, what kind of thing, which one, when.
import { ChoiceFilter, FilterBar, PeriodFilter, TextFilter } from '../../list/filter-bar.tsx';
import { useActionNames } from './actions.ts';
import { useMessages } from './messages.ts';

export function AuditFilters({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange: (changes: Partial<Filter>) => void;
}) {
  const say = useMessages();
  const { nouns } = useActionNames();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <FilterBar
      isNarrowed={Object.values(filter).some((value) => value !== '')}
      onClear={() => onChange(NO_FILTER)}
    >
      <TextFilter
        label={say.whoHint}
        width={190}
        value={filter.actor}
        onChange={(actor) => onChange({ actor })}
      />
      <ChoiceFilter
        label={say.what}
        any={say.anything}
        width={150}
        value={filter.action}
        choices={nouns}
        onChange={(action) => onChange({ action })}
      />
      <TextFilter
        label={say.thingHint}
        width={230}
        value={filter.target}
        onChange={(target) => onChange({ target })}
      />
      <PeriodFilter
        label={say.anyTime}
        timeZone={timeZone}
        from={{ label: say.from, value: filter.from, onChange: (from) => onChange({ from }) }}
        to={{ label: say.to, value: filter.to, onChange: (to) => onChange({ to }) }}
      />
    </FilterBar>
  );
}

// The filter of the audit log, in the URL so that it can be shared.
export const FILTER = ['actor', 'action', 'target', 'from', 'to'] as const;

/** `from` and `to` are on the reader's own clock. */
type Filter = Record<(typeof FILTER)[number], string>;

const NO_FILTER: Filter = { actor: '', action: '', target: '', from: '', to: '' };

/** As the admin API takes it. */
export function toQuery({ actor, action, target, from, to }: Filter) {
  return { actor, action, target, from: toInstant(from), to: toInstant(to) };
}

function toInstant(wall: string): string | undefined {
  const at = new Date(wall.replace(' ', 'T'));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
