// Withdrawn consent: whether it restricts players, and the files of stores that send no notifications.
import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { call } from '../../../api.ts';
import { ActionForm } from '../../../components/action-form.tsx';
import { Card } from '../../../components/card.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Unread } from '../../../components/unread.tsx';
import { endpoint } from '../../../endpoint.ts';
import { appPath, useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { ImportCard } from './import-card.tsx';
import { useMessages } from './messages.ts';

export function Consent() {
  const can = useCan();
  return (
    <Stack gap="lg">
      <SwitchCard />
      {can('operator') && <ImportCard />}
    </Stack>
  );
}

function SwitchCard() {
  const say = useMessages();
  const can = useCan();
  const { appid } = useApp();
  const path = endpoint('/apps/{appid}/consent', { appid });
  const settings = useGet(path);
  const { data } = settings;
  return (
    <Card
      title={say.title}
      about={say.about}
      aside={
        data && (
          <StatusBadge tone={data.restrict ? 'good' : 'quiet'}>
            {data.restrict ? say.on : say.off}
          </StatusBadge>
        )
      }
    >
      {!data && <Unread query={settings} height={80} />}
      {data?.type_missing && (
        <Alert color="red" mb="md" title={say.typeMissing}>
          {say.typeMissingAbout}
        </Alert>
      )}
      {data && can('admin') && (
        <ActionForm
          key={`${appid} ${data.restrict} ${data.type_missing}`}
          isSettings
          action={say.save}
          initialValues={{ restrict: data.restrict && !data.type_missing }}
          fields={[
            { kind: 'check', name: 'restrict', label: say.restrict, about: say.restrictAbout },
          ]}
          run={(values) => call('PUT', path, values)}
          done={({ restrict }) => (restrict ? say.switchedOn : say.switchedOff)}
          refreshes={[path, endpoint('/apps/{appid}/types', { appid })]}
        />
      )}
      {data?.block_type != null && !data.type_missing && (
        <Anchor
          component={Link}
          to={appPath(appid, `/types/${data.block_type}`)}
          size="sm"
          mt="md"
          display="block"
        >
          {say.openType}
        </Anchor>
      )}
    </Card>
  );
}
