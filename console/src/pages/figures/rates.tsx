// Exchange rates of a project: which there are into a reporting currency, and a form that adds one.
import { Button, Group, Modal, ScrollArea, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { messages } from './rates-messages.ts';

const CURRENCY = /^[A-Z]{3}$/;

export function Rates({
  opened,
  onClose,
  reporting,
}: {
  opened: boolean;
  onClose: () => void;
  reporting: readonly string[];
}) {
  const say = useMessages(messages);
  const [chosen, setChosen] = useState('');
  const into = chosen || (reporting[0] ?? 'USD');
  return (
    <Modal opened={opened} onClose={onClose} title={say.title} size="lg">
      <Stack>
        <Text size="sm">{say.about}</Text>
        <TextInput
          label={say.reporting}
          description={say.reportingAbout}
          w={220}
          maxLength={3}
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
  const say = useMessages(messages);
  const can = useCan();
  const { game_index } = useApp();
  const at = endpoint('/projects/{game_index}/rates', { game_index });
  const { data, error, refetch } = useGet(at, { reporting });
  const rates = data?.items.toReversed() ?? [];
  return (
    <>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {can('admin') && <NewRate reporting={reporting} />}
      {data && rates.length === 0 && <Text size="sm">{say.none(reporting)}</Text>}
      {rates.length > 0 && (
        <ScrollArea.Autosize mah={260}>
          <Table stickyHeader aria-label={say.title} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say.currency}</Table.Th>
                <Table.Th>{say.day}</Table.Th>
                <Table.Th ta="right">{say.rate(reporting)}</Table.Th>
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
        </ScrollArea.Autosize>
      )}
    </>
  );
}

function NewRate({ reporting }: { reporting: string }) {
  const say = useMessages(messages);
  const { appid, game_index } = useApp();
  const at = endpoint('/projects/{game_index}/rates', { game_index });
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
      call('PUT', at, { reporting, rates: [rate] }),
    done: say.saved,
    refreshes: [at, endpoint('/apps/{appid}/figures/revenue', { appid })],
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
