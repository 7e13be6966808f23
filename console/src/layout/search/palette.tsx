// The dialog of the search: one field, what was found in groups, all of it by keyboard.
import { Box, Loader, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Failure } from '../../components/failure.tsx';
import { SearchIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint } from '../../endpoint.ts';
import type { PageRoute } from '../../page-route.ts';
import { useGet } from '../../queries.ts';
import { useSurroundings } from '../surroundings.ts';
import { type Line, type LineGroup, useGroups } from './groups.ts';
import { useMessages } from './messages.ts';
import styles from './search.module.css';

const TYPING_MS = 150;
const LONGEST = 300;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Palette({
  pages,
  typed,
  onType,
  onClose,
}: {
  pages: readonly PageRoute[];
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}) {
  const say = useMessages();
  const list = useId();
  const [, navigate] = useLocation();
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  const around = useSurroundings();
  const found = useGet(
    endpoint('/search'),
    { q: settled, appid: around.appid },
    { enabled: settled !== '' },
  );
  const isSearching = typed.trim() !== settled || (settled !== '' && found.isPending);
  const results = settled === '' ? undefined : found.data;
  const { groups, isNothing } = useGroups(settled, results, pages, around);
  const lines = groups.flatMap((group) => group.lines);
  const [choice, setChoice] = useState({ of: '', index: 0 });
  // Other results, another choice: the first.
  const chosen = choice.of === settled ? Math.min(choice.index, lines.length - 1) : 0;
  const optionId = (index: number): string => `${list}-${index}`;
  const openLine = ({ to }: Line): void => {
    onClose();
    navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const line = lines[chosen];
    if (step !== undefined && lines.length > 0) {
      event.preventDefault();
      setChoice({ of: settled, index: (chosen + step + lines.length) % lines.length });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isSearching) setHasEntered(true);
      else if (line) openLine(line);
    }
  };
  // Pasted and entered at once: the first result opens when it is there.
  const [hasEntered, setHasEntered] = useState(false);
  useEffect(() => {
    if (!hasEntered || isSearching) return;
    setHasEntered(false);
    if (lines[0]) openLine(lines[0]);
  });
  useEffect(() => {
    document.getElementById(`${list}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen]);
  return (
    <Modal.Root opened onClose={onClose} yOffset="10dvh" size={620} centered={false}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={say.search}>
        <TextInput
          className={styles.field}
          size="md"
          aria-label={say.field}
          placeholder={say.placeholder}
          leftSection={isSearching ? <Loader size={16} /> : <SearchIcon />}
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setHasEntered(false);
          }}
          onKeyDown={onKeyDown}
          maxLength={LONGEST}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-expanded={lines.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={lines.length > 0 ? optionId(chosen) : undefined}
          data-autofocus
          data-search
        />
        <VisuallyHidden role="status">
          {isSearching ? say.searching : say.found(lines.length)}
        </VisuallyHidden>
        {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
        {!isSearching && !found.error && isNothing && <Nothing text={settled} />}
        <Results
          id={list}
          groups={groups}
          chosen={chosen}
          isSearching={isSearching}
          optionId={optionId}
          onChoose={(index) => setChoice({ of: settled, index })}
          onOpen={openLine}
        />
        <Text size="xs" c="dimmed" className={styles.keys} visibleFrom="sm">
          {say.keys}
        </Text>
      </Modal.Content>
    </Modal.Root>
  );
}

function Nothing({ text }: { text: string }) {
  const say = useMessages();
  return (
    <Box p="md" pb={0}>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {say.nothing(text)}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        {say.lookedFor}
      </Text>
    </Box>
  );
}

function Results({
  id,
  groups,
  chosen,
  isSearching,
  optionId,
  onChoose,
  onOpen,
}: {
  id: string;
  groups: readonly LineGroup[];
  chosen: number;
  isSearching: boolean;
  optionId: (index: number) => string;
  onChoose: (index: number) => void;
  onOpen: (line: Line) => void;
}) {
  const say = useMessages();
  let index = -1;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={say.results}
      aria-busy={isSearching}
      className={styles.results}
    >
      {groups.map(({ title, lines }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be part of a listbox
        <div key={title} role="group" aria-label={title}>
          <Text size="xs" fw={600} c="dimmed" px={10} pt={6} pb={2} aria-hidden>
            {title}
          </Text>
          {lines.map((line) => {
            index += 1;
            const own = index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: the same
              <div
                key={line.to + line.title}
                id={optionId(own)}
                role="option"
                aria-selected={own === chosen}
                className={styles.line}
                onMouseMove={() => own !== chosen && onChoose(own)}
                onClick={() => onOpen(line)}
              >
                <div className={styles.texts}>
                  <Text size="sm" fw={500}>
                    {line.title}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {line.about}
                  </Text>
                </div>
                {line.badge && <StatusBadge tone={line.badge.tone}>{line.badge.text}</StatusBadge>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
