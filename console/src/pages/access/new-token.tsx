// Creates an admin token.
import { Select, TextInput } from '@mantine/core';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from '../../i18n/messages.ts';
import { messages } from './messages.ts';

export const TOKENS = endpoint('/admin-tokens');

/** Days; zero is for ever. */
const LIVES = [30, 90, 365, 0] as const;

export function NewToken({
  opened,
  onMade,
  onClose,
}: {
  opened: boolean;
  onMade: (token: string) => void;
  onClose: () => void;
}) {
  const say = useMessages(messages);
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={{ name: '', life: '90' }}
      run={({ name, life }) =>
        call('POST', TOKENS, {
          name: name.trim(),
          ...(life !== '0' && { expires_in_days: Number(life) }),
        })
      }
      refreshes={[TOKENS]}
      after={({ token }) => onMade(token)}
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
          <Select
            label={say.life}
            data={LIVES.map((days) => ({ value: String(days), label: say[`life_${days}`] }))}
            allowDeselect={false}
            {...form.getInputProps('life')}
          />
        </>
      )}
    </FormDialog>
  );
}
