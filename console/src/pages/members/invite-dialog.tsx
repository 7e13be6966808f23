// Invites somebody with a role; the link is shown once.
import { Radio, Stack, TextInput } from '@mantine/core';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { roleNames } from '../../i18n/roles.ts';
import { useWords } from '../../i18n/words.ts';
import type { Role } from '../../records.ts';
import { words } from './words.ts';

export interface NewInvitation {
  readonly email: string;
  readonly link: string;
}

const EMPTY: { readonly email: string; readonly role: Role } = { email: '', role: 'operator' };

export function InviteDialog({
  opened,
  path,
  roles,
  onMade,
  onClose,
}: {
  opened: boolean;
  path: string;
  /** To choose from; absent where an invitation can be for one thing only. */
  roles?: readonly Role[];
  onMade: (invitation: NewInvitation) => void;
  onClose: () => void;
}) {
  const say = useWords(words);
  const names = useWords(roleNames);
  return (
    <FormDialog
      opened={opened}
      title={say.invite}
      action={say.create}
      initialValues={EMPTY}
      run={({ email, role }) =>
        call<NewInvitation>('POST', path, {
          body: { email: email.trim(), ...(roles && { role }) },
        })
      }
      refreshes={[path]}
      after={onMade}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={say.email}
            type="email"
            required
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          {roles && (
            <Radio.Group label={say.role} {...form.getInputProps('role')}>
              <Stack gap="xs" mt={6}>
                {roles.map((role) => (
                  <Radio
                    key={role}
                    value={role}
                    label={names[role]}
                    description={say[`${role}_about`]}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
        </>
      )}
    </FormDialog>
  );
}
