// The search in the header, also on Ctrl-K; its dialog is loaded when it is first opened.
import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { SearchIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';
import { useMessages } from './messages.ts';
import styles from './search.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function Search({ pages }: { pages: readonly PageRoute[] }) {
  const say = useMessages();
  const [opened, { open, close }] = useDisclosure(false);
  // Also while one is typing somewhere.
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton
        className={styles.button}
        visibleFrom="sm"
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <SearchIcon size={16} />
        <Text span size="sm" flex={1}>
          {say.search}
        </Text>
        <Kbd size="xs" aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={say.search}
        aria-haspopup="dialog"
        onClick={open}
      >
        <SearchIcon />
      </ActionIcon>
      {opened && (
        <Suspense>
          <Palette pages={pages} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
