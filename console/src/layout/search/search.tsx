// The search in the header, also on Ctrl-K; its dialog is loaded when it is first opened.
import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SearchIcon } from '../../components/icons.tsx';
import type { PageRoute } from '../../page-route.ts';
import { useMessages } from './messages.ts';
import styles from './search.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function Search({ pages }: { pages: readonly PageRoute[] }) {
  const say = useMessages();
  const [opened, { open, close }] = useDisclosure(false);
  const [typed, setTyped] = useTypedAhead(opened);
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
          <Palette pages={pages} typed={typed} onType={setTyped} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** What was typed since it opened, also before there is a field to type into. */
function useTypedAhead(isOpen: boolean) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (!isOpen) return undefined;
    setTyped('');
    const take = (event: KeyboardEvent) => {
      const isInField = event.target instanceof HTMLElement && 'search' in event.target.dataset;
      if (isInField || event.key.length > 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      setTyped((before) => before + event.key);
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [isOpen]);
  return [typed, setTyped] as const;
}
