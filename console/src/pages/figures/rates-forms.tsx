// The forms that add exchange rates: one by one, or a CSV file of them.
import { Button, FileInput, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { useProject } from '../../place.tsx';
import { useFiguresPlace } from './place.ts';
import { useMessages } from './rates-messages.ts';

export const CURRENCY = /^[A-Z]{3}$/;

/** Where rates are, and what a new one changes. */
function useRates() {
  const { game_index } = useProject();
  const { at } = useFiguresPlace();
  const rates = endpoint('/projects/{game_index}/rates', { game_index });
  return { rates, refreshes: [rates, at] };
}

export function NewRate({ reporting }: { reporting: string }) {
  const say = useMessages();
  const { rates, refreshes } = useRates();
  const form = useForm({
    initialValues: { currency: '', day: '', rate: '' },
    transformValues: ({ currency, day, rate }) => ({
      currency: currency.trim().toUpperCase(),
      day,
      rate: rate.trim(),
    }),
    validate: {
      currency: (text) => (CURRENCY.test(text.trim().toUpperCase()) ? null : say.wrongCurrency),
      day: (text) => (text === '' ? say.wrongDay : null),
      rate: (text) => (/^\d{1,9}(\.\d{1,12})?$/.test(text.trim()) ? null : say.wrongRate),
    },
  });
  const save = useAction({
    run: (rate: { currency: string; day: string; rate: string }) =>
      call('PUT', rates, { reporting, rates: [rate] }),
    done: say.saved,
    refreshes,
    after: () => form.setFieldValue('rate', ''),
  });
  return (
    <form onSubmit={form.onSubmit((rate) => save.mutate(rate))}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={say.currency}
          w={100}
          maxLength={3}
          placeholder="KRW"
          {...form.getInputProps('currency')}
        />
        <TextInput label={say.day} type="date" {...form.getInputProps('day')} />
        <TextInput
          label={say.rate(reporting)}
          w={150}
          inputMode="decimal"
          placeholder="0.00072"
          {...form.getInputProps('rate')}
        />
        <Button type="submit" mt={25} loading={save.isPending}>
          {say.save}
        </Button>
      </Group>
    </form>
  );
}

export function ImportRates({ reporting }: { reporting: string }) {
  const say = useMessages();
  const { game_index } = useProject();
  const { refreshes } = useRates();
  const form = useForm<{ csv: File | null }>({
    initialValues: { csv: null },
    validate: { csv: (file) => (file === null ? say.noFile : null) },
  });
  const load = useAction({
    run: async ({ csv }: { csv: File | null }) =>
      call('POST', endpoint('/projects/{game_index}/rates/import', { game_index }), {
        reporting,
        csv: (await csv?.text()) ?? '',
      }),
    done: ({ rates }) => say.imported(rates),
    refreshes,
    form,
    after: () => form.reset(),
  });
  const { error, ...file } = form.getInputProps('csv');
  return (
    <form onSubmit={form.onSubmit((values) => load.mutate(values))}>
      <Stack align="flex-start" gap="sm">
        <FileInput
          label={say.file}
          description={say.fileAbout}
          accept=".csv,text/csv"
          clearable
          w="100%"
          styles={{ error: { whiteSpace: 'pre-line' } }}
          {...file}
          // Each wrong line on its own.
          error={typeof error === 'string' && error.replaceAll(/ (?=Line \d|And \d)/g, '\n')}
        />
        <Button type="submit" variant="default" loading={load.isPending}>
          {say.importFile}
        </Button>
      </Stack>
    </form>
  );
}
