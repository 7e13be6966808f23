// Chooses a window of time: a usual one at a click, one's own with two fields.
import { Group, SegmentedControl, Stack } from '@mantine/core';
import { DateTimeInput } from '../components/date-time-input.tsx';
import { wallTime } from '../wall-time.ts';
import { useMessages } from './messages.ts';
import { type ChosenWindow, DAY_MS } from './window.ts';

export function WindowPicker({
  value,
  onChange,
  timeZone,
  withAll = false,
}: {
  value: ChosenWindow;
  onChange: (changes: Partial<ChosenWindow>) => void;
  timeZone: string;
  /** Also without a limit, which is then the first choice. */
  withAll?: boolean;
}) {
  const say = useMessages();
  const choose = (span: string) => {
    if (span !== 'own') return onChange({ span, from: '', to: '' });
    const now = Date.now();
    const at = (ms: number): string => wallTime(new Date(ms), timeZone);
    onChange({ span, from: `${at(now - DAY_MS).slice(0, 10)} 00:00:00`, to: at(now) });
  };
  const isBackwards = value.from !== '' && value.to !== '' && value.to <= value.from;
  return (
    <Stack gap="xs" align="flex-start">
      <SegmentedControl
        size="xs"
        display="flex"
        // Five choices fit on a phone.
        styles={{ label: { paddingInline: 7 } }}
        aria-label={say.window}
        value={value.span}
        onChange={choose}
        data={[
          ...(withAll ? [{ value: '', label: say.allTime }] : []),
          { value: '24h', label: say.day },
          { value: '7d', label: say.week },
          { value: '30d', label: say.month },
          { value: 'own', label: say.own },
        ]}
      />
      {value.span === 'own' && (
        <Group align="flex-start" gap="sm">
          <DateTimeInput
            label={say.from}
            value={value.from}
            onChange={(from) => onChange({ from })}
            timeZone={timeZone}
          />
          <DateTimeInput
            label={say.to}
            value={value.to}
            onChange={(to) => onChange({ to })}
            timeZone={timeZone}
            error={isBackwards && say.backwards}
          />
        </Group>
      )}
    </Stack>
  );
}
