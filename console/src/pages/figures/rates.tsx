// Exchange rates of a project: which there are into a reporting currency, with the forms that add some.
import { Modal, ScrollArea, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Failure } from '../../components/failure.tsx';
import { endpoint } from '../../endpoint.ts';
import { useCan, useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { CURRENCY, ImportRates, NewRate } from './rates-forms.tsx';
import { useMessages } from './rates-messages.ts';

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
    <Modal opened={opened} onClose={onClose} title={say.title} size="lg">
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
