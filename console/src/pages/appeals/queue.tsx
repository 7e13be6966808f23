// The queue of appeals: filters, and a list that the keyboard walks.
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { AppTime } from '../../components/app-time.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { EmptyProps } from '../../components/empty.tsx';
import { AppealsIcon, SearchIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useFormat } from '../../i18n/format.ts';
import { ChoiceFilter, FilterBar } from '../../list/filter-bar.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import {
  APPEAL_STATES,
  type Appeal,
  AppealBadge,
  appealPage,
  isOlder,
  useAppealStates,
  useOverdueDays,
} from '../../restrictions/appeals.tsx';
import { LOGIN, useScopeName } from '../../restrictions/scopes.tsx';
import { useLanguageName, useTypeName, useTypeNameOf } from '../../restrictions/terms.tsx';
import { LANGUAGE_CODES, type LanguageCode, useTypes } from '../../restrictions/types.ts';
import { DAY_MS } from '../../sales/window.ts';
import { useMessages } from './messages.ts';

const FILTERS = ['state', 'type', 'language', 'age'] as const;
type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;
const NONE: Filters = { state: '', type: '', language: '', age: '' };
const AGES = [1, 3, 7, 14, 30];
const OVERDUE = 'overdue';
const LIVE = { refetchInterval: 5_000 };
const HOUR_MS = 3_600_000;
/** What leads to an appeal. */
const LINK = 'a[data-appeal]';

export function Queue() {
  const say = useMessages();
  const { appid } = useApp();
  const [filters, change] = useFilters(FILTERS);
  const overdue = useOverdueDays();
  const days = filters.age === OVERDUE ? overdue : Number(filters.age);
  const source = useKeyset(
    endpoint('/apps/{appid}/appeals', { appid }),
    {
      state: filters.state === '' ? 'open' : filters.state,
      // Those to decide by age; of the others, what happened last.
      sort: filters.state === '' ? 'created_at' : '-created_at',
      block_type: filters.type,
      language: filters.language,
      created_to: days ? olderThan(days) : '',
    },
    LIVE,
  );
  const columns = useColumns(filters.state === '', overdue);
  const first = source.items[0]?.appeal_id;
  const list = useFocusOnFirst(first);
  const isNarrowed = FILTERS.some((name) => filters[name] !== '');
  const clear = () => change(NONE);
  const empty: EmptyProps = isNarrowed
    ? {
        icon: SearchIcon,
        title: say.notFound,
        about: say.notFoundAbout,
        children: (
          <Button variant="light" size="xs" onClick={clear}>
            {say.clearAll}
          </Button>
        ),
      }
    : {
        icon: AppealsIcon,
        title: say.none,
        about: say.noneAbout,
        children: (
          <Button component={Link} to={appPath(appid, '/types')} variant="light" size="xs">
            {say.toTypes}
          </Button>
        ),
      };
  return (
    <Stack gap="md">
      <QueueFilters
        overdue={overdue}
        filters={filters}
        onChange={change}
        {...(isNarrowed && { onClear: clear })}
      />
      <div ref={list}>
        <DataTable
          label={say.title}
          columns={columns}
          source={source}
          rowKey={({ appeal_id }) => appeal_id}
          empty={empty}
          minWidth={760}
        />
      </div>
      {first !== undefined && (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {say.keys}
        </Text>
      )}
    </Stack>
  );
}

/** So that Enter opens the oldest: at first, and when the one that had the focus is gone. */
function useFocusOnFirst(first: string | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (first === undefined || (hasBegun.current && document.activeElement !== document.body)) {
      return;
    }
    hasBegun.current = true;
    list.current?.querySelector<HTMLElement>(LINK)?.focus({ preventScroll: true });
  }, [first]);
  return list;
}

/** By the hour, so that the same question is not asked anew all the time. */
const olderThan = (days: number): string =>
  new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - days * DAY_MS).toISOString();

function QueueFilters({
  filters,
  overdue,
  onChange,
  onClear,
}: {
  filters: Filters;
  /** After so many days. */
  overdue: number | undefined;
  onChange: (changes: Partial<Filters>) => void;
  onClear?: () => void;
}) {
  const say = useMessages();
  const states = useAppealStates();
  const typeName = useTypeName();
  const languageName = useLanguageName();
  const types = useTypes().data?.items ?? [];
  return (
    <FilterBar isNarrowed={onClear !== undefined} {...(onClear && { onClear })}>
      <ChoiceFilter
        label={say.state}
        any={states.open}
        width={130}
        value={filters.state}
        choices={[
          ...APPEAL_STATES.filter((state) => state !== 'open').map((value) => ({
            value,
            label: states[value],
          })),
          { value: 'any', label: say.anyState },
        ]}
        onChange={(state) => onChange({ state })}
      />
      <ChoiceFilter
        label={say.type}
        any={say.anyType}
        width={150}
        value={filters.type}
        choices={types.map((type) => ({
          value: String(type.block_type),
          label: `${type.block_type} · ${typeName(type)}`,
        }))}
        onChange={(type) => onChange({ type })}
      />
      <ChoiceFilter
        label={say.language}
        any={say.anyLanguage}
        width={130}
        value={filters.language}
        choices={LANGUAGE_CODES.map((value) => ({ value, label: languageName(value) }))}
        onChange={(language) => onChange({ language })}
      />
      <ChoiceFilter
        label={say.age}
        any={say.anyAge}
        width={150}
        value={filters.age}
        choices={[
          { value: OVERDUE, label: overdue ? say.overdueAge(overdue) : say.overdue },
          ...AGES.map((days) => ({ value: String(days), label: say.older(days) })),
        ]}
        onChange={(age) => onChange({ age })}
      />
    </FilterBar>
  );
}

function useColumns(isOpen: boolean, overdue: number | undefined): readonly Column<Appeal>[] {
  const say = useMessages();
  const format = useFormat();
  const { appid } = useApp();
  const search = useSearch();
  const typeName = useTypeNameOf();
  const scopeName = useScopeName();
  const languageName = useLanguageName();
  const isLate = (appeal: Appeal): boolean =>
    appeal.state === 'open' && overdue !== undefined && isOlder(appeal, overdue);
  return [
    {
      label: say.player,
      cell: ({ appeal_id, player_id, text }) => (
        <>
          <Anchor
            component={Link}
            to={appealPage(appid, appeal_id, search)}
            size="sm"
            fw={600}
            data-appeal
            onKeyDown={walk}
          >
            {String(player_id)}
          </Anchor>
          <Text size="xs" c="dimmed" lineClamp={1} maw={460} dir="auto" ta="left">
            {text}
          </Text>
        </>
      ),
    },
    {
      label: say.received,
      cell: (appeal) => (
        <>
          <Group gap={6} wrap="nowrap">
            <Text size="sm" miw="max-content">
              {format.relative(appeal.created_at)}
            </Text>
            {isLate(appeal) && <StatusBadge tone="bad">{say.overdue}</StatusBadge>}
          </Group>
          <Text size="xs" c="dimmed">
            <AppTime at={appeal.created_at} />
          </Text>
        </>
      ),
    },
    {
      label: say.type,
      cell: ({ block_type, scope }) => (
        <Group gap={6}>
          <Text size="sm">{typeName(block_type)}</Text>
          {scope !== LOGIN && (
            <Badge size="sm" color="gray" tt="none">
              {scopeName(scope)}
            </Badge>
          )}
        </Group>
      ),
    },
    { label: say.language, cell: ({ language }) => languageName(language as LanguageCode) },
    ...(isOpen
      ? []
      : [
          { label: say.state, cell: ({ state }: Appeal) => <AppealBadge state={state} /> },
          {
            label: say.decidedAt,
            cell: ({ decided_at: at }: Appeal) => <AppTime at={at} />,
          },
        ]),
  ];
}

/** Up and down from link to link. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [
    ...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>(LINK) ?? []),
  ];
  links[links.indexOf(event.currentTarget) + step]?.focus();
}
