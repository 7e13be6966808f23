// Exchange rates of a project: which there are into a reporting currency, with the forms that add some.
import { Button, FileInput, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { endpoint } from '../../endpoint.ts';
import { useCan, useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';
import { useFiguresPlace } from './place.ts';

export function Rates({
  opened,
  onClose,
  reporting,
}: {
  opened: boolean;
  onClose: () => void;
  reporting: readonly string[];
}) {
  const say = useMessages();
  const [chosen, setChosen] = useState('');
  const into = chosen || (reporting[0] ?? 'USD');
  return (
    <Modal opened={opened} onClose={onClose} title={say.rates} size="lg">
      <Stack>
        <Text size="sm">{say.about}</Text>
        <TextInput
          label={say.reporting}
          description={say.reportingAbout}
          w={220}
          maxLength={3}
          data-autofocus
          value={into}
          onChange={(event) => setChosen(event.currentTarget.value.toUpperCase())}
          error={!CURRENCY.test(into) && say.wrongCurrency}
        />
        {CURRENCY.test(into) && <RatesInto key={into} reporting={into} />}
      </Stack>
    </Modal>
  );
}

function RatesInto({ reporting }: { reporting: string }) {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const at = endpoint('/projects/{game_index}/rates', { game_index });
  const { data, error, refetch } = useGet(at, { reporting });
  const rates = data?.items.toReversed() ?? [];
  return (
    <>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {can('admin') && (
        <>
          <NewRate reporting={reporting} />
          <ImportRates reporting={reporting} />
        </>
      )}
      {data && rates.length === 0 && <Text size="sm">{say.none(reporting)}</Text>}
      {rates.length > 0 && (
        <ScrollBox mah={260}>
          <Table stickyHeader aria-label={say.rates} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say.currency}</Table.Th>
                <Table.Th>{say.day}</Table.Th>
                <Table.Th ta="right">{say.rateInto(reporting)}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rates.map(({ currency, day, rate }) => (
                <Table.Tr key={`${currency} ${day}`}>
                  <Table.Td>{currency}</Table.Td>
                  <Table.Td>{day}</Table.Td>
                  <Table.Td ta="right">{rate}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </>
  );
}

const CURRENCY = /^[A-Z]{3}$/;

/** Where rates are, and what a new one changes. */
function useRates() {
  const { game_index } = useProject();
  const { at } = useFiguresPlace();
  const rates = endpoint('/projects/{game_index}/rates', { game_index });
  return { rates, refreshes: [rates, at] };
}

function NewRate({ reporting }: { reporting: string }) {
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
          label={say.rateInto(reporting)}
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

function ImportRates({ reporting }: { reporting: string }) {
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
