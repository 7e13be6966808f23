// Filters above a list, each as small as what it says; on a phone behind a button, so that the list comes first.
import { Button, Group, Indicator, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { DateTimeInput } from '../components/date-time-input.tsx';
import { FilterIcon } from '../components/icons.tsx';
import { useMessages } from './messages.ts';

/** How every filter looks. */
export const CHIP = { size: 'xs', radius: 'xl', className: 'chip' } as const;

export function FilterBar({
  search,
  isNarrowed,
  onClear,
  children,
}: {
  /** What stays in sight on a phone, too. */
  search?: ReactNode;
  isNarrowed: boolean;
  onClear?: () => void;
  children?: ReactNode;
}) {
  const say = useMessages();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Group gap={6} align="flex-start" className="filters">
      {search}
      {children && (
        <Indicator disabled={!isNarrowed} hiddenFrom="sm">
          <Button
            variant="default"
            size="xs"
            radius="xl"
            leftSection={<FilterIcon size={14} />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {say.filters}
          </Button>
        </Indicator>
      )}
      <Group gap={6} align="flex-start" className="filter-chips" data-open={isOpen || undefined}>
        {children}
        {isNarrowed && onClear && (
          <Button variant="subtle" size="xs" radius="xl" onClick={onClear}>
            {say.clearAll}
          </Button>
        )}
      </Group>
    </Group>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly width: number;
  readonly onChange: (value: string) => void;
}

/** One of a few values, or any. */
export function ChoiceFilter({
  label,
  any,
  value,
  choices,
  width,
  onChange,
}: FilterProps & {
  any: string;
  choices: readonly { readonly value: string; readonly label: string }[];
}) {
  return (
    <Select
      {...CHIP}
      aria-label={label}
      title={label}
      w={width}
      allowDeselect={false}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      data-on={value !== '' || undefined}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      data={[{ value: '', label: any }, ...choices]}
    />
  );
}

/** A text that is taken with Enter, or when the field is left. */
export function TextFilter({
  label,
  value,
  width,
  shape,
  wrong,
  onChange,
}: FilterProps & {
  /** What it looks like, and what to say to another. */
  shape?: RegExp;
  wrong?: string;
}) {
  const [text, setText] = useState(value);
  // The address may change by going back, too.
  useEffect(() => setText(value), [value]);
  const given = text.trim();
  const fits = given === '' || (shape?.test(given) ?? true);
  const take = () => {
    if (fits && given !== value) onChange(given);
  };
  return (
    <TextInput
      {...CHIP}
      aria-label={label}
      placeholder={label}
      w={width}
      autoComplete="off"
      spellCheck={false}
      data-on={value !== '' || undefined}
      value={text}
      error={fits ? undefined : wrong}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}

/** Two moments on the clock of the app. */
export function PeriodFilter({
  label,
  from,
  to,
  timeZone,
}: {
  label: string;
  from: Bound;
  to: Bound;
  timeZone: string;
}) {
  const isOn = from.value !== '' || to.value !== '';
  const said = [from.value, to.value].map((wall) => wall.slice(0, 16) || '…').join(' – ');
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant="default" fw={400} {...CHIP} data-on={isOn || undefined}>
          {isOn ? said : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <DateTimeInput {...from} timeZone={timeZone} />
          <DateTimeInput {...to} timeZone={timeZone} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface Bound {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}
