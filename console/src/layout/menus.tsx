// The menus at the top: the account with signing out, the language, and light or dark.
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from 'wouter';
import { useAction } from '../action.ts';
import {
  AccountIcon,
  AutoIcon,
  DarkIcon,
  LanguageIcon,
  LightIcon,
  SignOutIcon,
} from '../components/icons.tsx';
import { LANGUAGES, type Language, useLanguage } from '../i18n/language.tsx';
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

export function LanguageMenu() {
  const say = useMessages();
  const { language, choose } = useLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={say.language}>
          <LanguageIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => choose(code as Language)}
            aria-current={code === language || undefined}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const SCHEMES = { auto: AutoIcon, light: LightIcon, dark: DarkIcon } as const;

export function AppearanceMenu() {
  const say = useMessages();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES[colorScheme];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={say.appearance}>
          <Current />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]).map((scheme) => {
          const Shape = SCHEMES[scheme];
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Shape size={16} />}
              onClick={() => setColorScheme(scheme)}
              aria-current={scheme === colorScheme || undefined}
            >
              {say[scheme]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
