// Purchases of a window as a file; begins with the window and the market of the list.
import { Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DownloadButton } from '../../components/download-button.tsx';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useApp } from '../../place.tsx';
import { MarketSelect } from '../../sales/market-select.tsx';
import { type ChosenWindow, momentsOf } from '../../sales/window.ts';
import { WindowPicker } from '../../sales/window-picker.tsx';
import { messages } from './messages.ts';

type Chosen = ChosenWindow & { readonly provider: string };

export function ExportDialog({
  opened,
  onClose,
  filters,
}: {
  opened: boolean;
  onClose: () => void;
  filters: Chosen;
}) {
  const say = useMessages(messages);
  return (
    <Modal opened={opened} onClose={onClose} title={say.exportTitle} size="lg">
      <Choice filters={filters} />
    </Modal>
  );
}

function Choice({ filters }: { filters: Chosen }) {
  const say = useMessages(messages);
  const { appid, time_zone: timeZone } = useApp();
  const [chosen, setChosen] = useState({ ...filters, span: filters.span || '30d' });
  const change = (changes: Partial<Chosen>) => setChosen({ ...chosen, ...changes });
  const window = momentsOf(chosen, timeZone);
  const query = { ...window, provider: chosen.provider };
  const file = endpoint('/apps/{appid}/purchases/file', { appid });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {say.exportAbout}
      </Text>
      <WindowPicker value={chosen} onChange={change} timeZone={timeZone} />
      <MarketSelect value={chosen.provider} onChange={(provider) => change({ provider })} />
      {window.from === undefined ? (
        <Text size="sm">{say.exportNeedsFrom}</Text>
      ) : (
        <Group justify="flex-end">
          <DownloadButton from={file} query={{ ...query, format: 'ndjson' }} label={say.ndjson} />
          <DownloadButton from={file} query={{ ...query, format: 'csv' }} label={say.csv} />
        </Group>
      )}
    </Stack>
  );
}
