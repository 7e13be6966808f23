// One's own account and the way out.
import { ActionIcon, Menu } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../action.ts';
import { AccountIcon, SignOutIcon } from '../components/icons.tsx';
import { signOut, useSession } from '../session.tsx';
import { useMessages } from './messages.ts';

export function AccountMenu() {
  const say = useMessages();
  const { email } = useSession();
  const leave = useAction({ run: signOut });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={say.account}>
          <AccountIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<AccountIcon size={16} />}>
          {say.account}
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => leave.mutate()}>
          {say.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
