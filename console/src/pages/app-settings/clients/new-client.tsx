// Creates an OAuth client.
import { TextInput } from '@mantine/core';
import { call } from '../../../api.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import type { Endpoint, Schema } from '../../../endpoint.ts';
import { useMessages as useShared } from '../messages.ts';
import { useMessages } from './messages.ts';

export function NewClient({
  opened,
  clients,
  onMade,
  onClose,
}: {
  opened: boolean;
  clients: Endpoint<'/projects/{game_index}/clients'>;
  onMade: (credentials: Schema<'ClientCredentials'>) => void;
  onClose: () => void;
}) {
  const say = useMessages();
  const common = useShared();
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={{ name: '' }}
      run={({ name }) => call('POST', clients, { name: name.trim() })}
      refreshes={[clients]}
      after={onMade}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label={common.name}
          description={say.nameAbout}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </FormDialog>
  );
}
