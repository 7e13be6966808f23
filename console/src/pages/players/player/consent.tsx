// The consent of a parent: withdrawn, with the button for when it was given again, and the downloads that are known.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LockIcon } from '../../../components/icons.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useMessages, useStateNames } from './consent-messages.ts';
import { useName } from './data.ts';

type Download = Schema<'ConsentDownload'>;

const TONES = {
  linked: 'good',
  withdrawn: 'bad',
  restricted: 'bad',
  restored: 'good',
} as const;

const useConsent = (playerId: string) =>
  useGet(endpoint('/apps/{appid}/players/{player_id}/consent', useName(playerId)));

/** Nothing while consent is not withdrawn. */
export function WithdrawnConsent({ playerId }: { playerId: string }) {
  const say = useMessages();
  const mayRestore = useCan()('operator');
  const { data } = useConsent(playerId);
  const [isAsked, setAsked] = useState(false);
  const { appid } = useApp();
  const name = useName(playerId);
  return (
    <>
      {data?.withdrawn && (
        <Alert
          color={data.restricted ? 'red' : 'yellow'}
          icon={<LockIcon size={18} />}
          title={say.withdrawn}
        >
          <Text size="sm">{data.restricted ? say.restrictedAbout : say.withdrawnAbout}</Text>
          {mayRestore && (
            <Button size="xs" mt="sm" aria-haspopup="dialog" onClick={() => setAsked(true)}>
              {say.restore}
            </Button>
          )}
        </Alert>
      )}
      <FormDialog
        opened={isAsked}
        title={say.restoreTitle(playerId)}
        about={say.restoreAbout}
        action={say.restore}
        initialValues={{ comment: '' }}
        fields={[{ kind: 'lines', name: 'comment', label: say.comment, about: say.commentAbout }]}
        run={({ comment }) =>
          call('POST', endpoint('/apps/{appid}/players/{player_id}/consent/restore', name), {
            ...(comment !== '' && { comment }),
          })
        }
        done={say.restored}
        refreshes={[
          endpoint('/apps/{appid}/players/{player_id}', name),
          endpoint('/apps/{appid}/restrictions', { appid }),
        ]}
        onCancel={() => setAsked(false)}
        onClose={() => setAsked(false)}
      />
    </>
  );
}

/** Nothing where no login has named a download. */
export function DownloadsCard({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { data } = useConsent(playerId);
  if (!data || data.downloads.length === 0) return null;
  return (
    <Card title={say.downloads} about={say.downloadsAbout}>
      <Stack gap="md">
        {data.downloads.map((download) => (
          <Entry key={download.download} download={download} />
        ))}
      </Stack>
    </Card>
  );
}

function Entry({ download }: { download: Download }) {
  const say = useMessages();
  const names = useStateNames();
  const { kind, state, said_at: saidAt, linked_at } = download;
  return (
    <Group justify="space-between" gap="4px 12px">
      <div>
        <Text size="sm" fw={600}>
          {say[kind]}
        </Text>
        <Text size="xs" c="dimmed">
          {say.firstLogin} <AppTime at={linked_at} />
        </Text>
        {saidAt !== null && (
          <Text size="xs" c="dimmed">
            {say.storeSaid} <AppTime at={saidAt} />
          </Text>
        )}
      </div>
      <StatusBadge tone={TONES[state]}>{names[state]}</StatusBadge>
    </Group>
  );
}
