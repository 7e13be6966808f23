// Invites a person with a role; the link is shown once.
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useRoleNames } from '../../i18n/roles.ts';
import type { Role } from '../../records.ts';
import {
  type LimitValues,
  limitsIn,
  NO_LIMITS,
  OptionalLimits,
} from '../../restrictions/limits.tsx';
import { ROLES } from '../../session.tsx';
import { invitationsOf } from './invitations-card.tsx';
import { useMessages } from './messages.ts';

const EMPTY: LimitValues & {
  readonly email: string;
  readonly role: Role;
  readonly isLimited: boolean;
} = { email: '', role: 'operator', isLimited: false, ...NO_LIMITS };

export function InviteDialog({
  opened,
  gameIndex,
  onClose,
}: {
  opened: boolean;
  /** Undefined: to the installation, as an owner. */
  gameIndex?: number;
  onClose: () => void;
}) {
  const say = useMessages();
  const names = useRoleNames();
  const { language } = useLanguage();
  const [made, setMade] = useState<Schema<'NewInvitation'>>();
  return (
    <>
      <FormDialog
        opened={opened}
        title={say.invite}
        action={say.create}
        initialValues={EMPTY}
        run={({ email, role, isLimited, ...limits }) =>
          gameIndex === undefined
            ? call('POST', endpoint('/invitations'), { email: email.trim(), language })
            : call(
                'POST',
                endpoint('/projects/{game_index}/invitations', { game_index: gameIndex }),
                {
                  email: email.trim(),
                  role,
                  language,
                  limits: isLimited && role === 'operator' ? limitsIn(limits) : null,
                },
              )
        }
        refreshes={[invitationsOf(gameIndex)]}
        done={({ email, email_state }) =>
          email_state === undefined ? undefined : say.sending(email)
        }
        after={(invitation) => {
          // An e-mail has the link already.
          if (invitation.email_state === undefined) setMade(invitation);
        }}
        fields={[{ kind: 'code', name: 'email', label: say.email, type: 'email', required: true }]}
        onClose={onClose}
      >
        {(form) =>
          gameIndex !== undefined && (
            <>
              <Radio.Group label={say.role} {...form.getInputProps('role')}>
                <Stack gap="xs" mt={6}>
                  {ROLES.map((role) => (
                    <Radio
                      key={role}
                      value={role}
                      label={names[role]}
                      description={say[`${role}_about`]}
                    />
                  ))}
                </Stack>
              </Radio.Group>
              {form.values.role === 'operator' && (
                <OptionalLimits form={form} gameIndexes={[gameIndex]} />
              )}
            </>
          )
        }
      </FormDialog>
      <SecretOnce
        title={say.linkTitle(made?.email ?? '')}
        secrets={made && { [say.link]: made.link }}
        onDone={() => setMade(undefined)}
      />
    </>
  );
}
