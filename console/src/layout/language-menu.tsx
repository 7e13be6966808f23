// Chooses the language of the user interface.
import { ActionIcon, Menu } from '@mantine/core';
import { LanguageIcon } from '../components/icons.tsx';
import { LANGUAGES, type Language, useLanguage } from '../i18n/language.tsx';
import { useMessages } from './messages.ts';

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
