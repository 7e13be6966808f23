// Creates an app, then leads to its keys.
import { TextInput } from '@mantine/core';
import { useLocation } from 'wouter';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TimeZoneSelect } from '../../components/time-zone-select.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useProject } from '../../place.tsx';
import { useMessages } from './messages.ts';

const EMPTY = {
  appid: '',
  name: '',
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

export function NewApp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useMessages();
  const { game_index } = useProject();
  const [, navigate] = useLocation();
  const path = endpoint('/projects/{game_index}/apps', { game_index });
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={EMPTY}
      validate={{
        appid: (text) => (/^[\w.-]{1,100}$/.test(text.trim()) ? null : say.appidWrong),
      }}
      run={({ appid, name, time_zone }) =>
        call('POST', path, { appid: appid.trim(), name: name.trim(), time_zone })
      }
      done={({ name }) => say.created(name)}
      refreshes={[path]}
      after={({ appid }) => navigate(appPath(appid, '/settings'))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={say.name}
            description={say.nameAbout}
            required
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={say.appid}
            description={say.appidAbout}
            placeholder="com.example.game"
            required
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('appid')}
          />
          <TimeZoneSelect
            label={say.zone}
            description={say.zoneAbout}
            required
            {...form.getInputProps('time_zone')}
          />
        </>
      )}
    </FormDialog>
  );
}
