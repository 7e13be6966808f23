// Light, dark, or as the system says.
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { AutoIcon, DarkIcon, LightIcon } from '../components/icons.tsx';
import { useMessages } from './messages.ts';

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
