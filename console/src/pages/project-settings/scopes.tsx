// Scopes of restrictions: those that every project has, and its own with their names.
import { Code, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { endpoint } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useLast } from '../../last.ts';
import { useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import type { ScopeRecord } from '../../restrictions/scopes.tsx';
import { useLanguageName } from '../../restrictions/terms.tsx';
import {
  isRightToLeft,
  LANGUAGE_CODES,
  type LanguageCode,
  REQUIRED_CODES,
} from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

export function ScopesCard({ gameIndex: game_index }: { gameIndex: number }) {
  const say = useMessages();
  const { language } = useLanguage();
  const mayChange = useCan()('admin');
  const path = endpoint('/projects/{game_index}/scopes', { game_index });
  const [edited, setEdited] = useState<ScopeRecord | 'new'>();
  const [leaving, setLeaving] = useState<ScopeRecord>();
  return (
    <TableCard
      title={say.scopes}
      about={say.scopesAbout}
      source={useGet(path)}
      rowKey={({ scope }) => scope}
      columns={[
        {
          label: say.name,
          cell: ({ scope, names, ready }) => (
            <Group gap="xs">
              {names[language] ?? names.en ?? scope}
              {ready && <StatusBadge tone="quiet">{say.ready}</StatusBadge>}
            </Group>
          ),
        },
        { label: say.scopeCode, cell: ({ scope }) => <Code>{scope}</Code> },
        {
          label: say.languages,
          cell: ({ names }) => say.of(Object.keys(names).length, LANGUAGE_CODES.length),
        },
      ]}
      actions={
        mayChange &&
        ((record) => [
          !record.ready && {
            label: say.edit,
            about: say.editScope(record.scope),
            onClick: () => setEdited(record),
          },
          !record.ready && {
            label: say.remove,
            about: say.removeScope(record.scope),
            onClick: () => setLeaving(record),
          },
        ])
      }
      create={mayChange && <AddButton label={say.addScope} onClick={() => setEdited('new')} />}
      minWidth={480}
    >
      <ScopeDialog gameIndex={game_index} edited={edited} onClose={() => setEdited(undefined)} />
      <Confirm
        asked={leaving}
        title={say.removeScopeTitle}
        action={say.remove}
        run={({ scope }) =>
          call('DELETE', endpoint('/projects/{game_index}/scopes/{scope}', { game_index, scope }))
        }
        done={say.scopeRemoved}
        refreshes={[path]}
        onClose={() => setLeaving(undefined)}
      >
        {({ scope }) => say.removeScopeAbout(scope)}
      </Confirm>
    </TableCard>
  );
}

const CODE = /^[a-z][a-z0-9_]{0,29}$/;
const OTHER_CODES = LANGUAGE_CODES.filter((code) => !REQUIRED_CODES.includes(code));

type Names = Readonly<Record<LanguageCode, string>>;

const namesOf = (names: ScopeRecord['names'] = {}): Names =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, names[code] ?? ''])) as Names;

/** Without the languages that have none. */
const written = (names: Names): ScopeRecord['names'] =>
  Object.fromEntries(
    Object.entries(names)
      .map(([code, name]) => [code, name.trim()] as const)
      .filter(([, name]) => name !== ''),
  );

/** Adds a scope, or changes its names. */
function ScopeDialog({
  gameIndex: game_index,
  edited,
  onClose,
}: {
  gameIndex: number;
  edited: ScopeRecord | 'new' | undefined;
  onClose: () => void;
}) {
  const say = useMessages();
  const languageName = useLanguageName();
  const last = useLast(edited);
  const known = last === 'new' ? undefined : last;
  return (
    <FormDialog
      opened={edited !== undefined}
      title={known ? say.editScope(known.scope) : say.addScope}
      action={say.save}
      size="lg"
      isLasting
      initialValues={{ scope: known?.scope ?? '', names: namesOf(known?.names) }}
      validate={{ scope: (text) => (CODE.test(text.trim()) ? null : say.scopeCodeWrong) }}
      run={({ scope, names }) =>
        call(
          'PUT',
          endpoint('/projects/{game_index}/scopes/{scope}', { game_index, scope: scope.trim() }),
          { names: written(names) },
        )
      }
      done={say.scopeSaved}
      refreshes={[endpoint('/projects/{game_index}/scopes', { game_index })]}
      onClose={onClose}
      fields={[
        {
          kind: 'code',
          name: 'scope',
          label: say.scopeCode,
          about: say.scopeCodeAbout,
          required: true,
          disabled: known !== undefined,
        },
      ]}
    >
      {(form) => {
        const input = (code: LanguageCode) => (
          <TextInput
            key={code}
            label={languageName(code)}
            required={REQUIRED_CODES.includes(code)}
            maxLength={100}
            dir={isRightToLeft(code) ? 'rtl' : 'auto'}
            {...form.getInputProps(`names.${code}`)}
          />
        );
        return (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>{REQUIRED_CODES.map(input)}</SimpleGrid>
            <Text size="sm" c="dimmed">
              {say.namesAbout}
            </Text>
            <details>
              <summary>{say.moreLanguages}</summary>
              <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
                {OTHER_CODES.map(input)}
              </SimpleGrid>
            </details>
          </>
        );
      }}
    </FormDialog>
  );
}
