// From when to when, with the usual lengths at a click; permanent ones have no end.
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DateTimeInput } from '../components/date-time-input.tsx';
import { useApp } from '../place.tsx';
import { useMessages } from './messages.ts';
import { daysAfter } from './period.ts';
import type { RestrictionStatus } from './records.ts';

const USUAL_DAYS = [1, 3, 7, 30];

interface PeriodValues {
  readonly status: RestrictionStatus;
  readonly start_date: string;
  readonly end_date: string;
}

export function PeriodFields<Values extends PeriodValues>({
  form,
  isRequired = true,
}: {
  form: UseFormReturnType<Values>;
  isRequired?: boolean;
}) {
  const say = useMessages();
  const { time_zone: zone } = useApp();
  const { status, start_date: start } = form.getValues();
  const endAfter = (days: number) =>
    form.setFieldValue('end_date', daysAfter(start, days, zone) as never);
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateTimeInput
          label={say.start}
          timeZone={zone}
          required={isRequired}
          value={start}
          {...form.getInputProps('start_date')}
        />
        {status === 'B' && (
          <DateTimeInput
            label={say.end}
            timeZone={zone}
            required={isRequired}
            value=""
            {...form.getInputProps('end_date')}
          />
        )}
      </SimpleGrid>
      {status === 'B' && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {say.for}
          </Text>
          {USUAL_DAYS.map((days) => (
            <Button key={days} size="compact-sm" variant="default" onClick={() => endAfter(days)}>
              {say.days(days)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
