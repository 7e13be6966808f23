// What buyers are shown about refunds and cancellations, by language: part of the evidence.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TypesIcon } from '../../components/icons.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLast } from '../../last.ts';
import { useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';
import { useTextFields } from './names.ts';

type DisputeTexts = Schema<'DisputeTexts'>;

const POLICIES = ['refund_policy', 'cancellation_policy', 'terms'] as const;
const FIELDS = POLICIES.flatMap((name) => [name, `${name}_shown`] as const);

export function Texts() {
  const say = useMessages();
  const labels = useTextFields();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const path = endpoint('/apps/{appid}/dispute-texts', { appid });
  const texts = useGet(path);
  const [edited, setEdited] = useState<DisputeTexts | 'new'>();
  const [leaving, setLeaving] = useState<DisputeTexts>();
  if (!texts.data) return <Unread query={texts} height={200} />;
  return (
    <TableCard
      title={say.texts}
      about={say.textsAbout}
      source={texts.data.items}
      rowKey={({ language }) => language}
      columns={[
        { label: say.language, cell: ({ language }) => language },
        ...POLICIES.map((name) => ({
          label: labels[name],
          cell: (row: DisputeTexts) => (
            <Text size="sm" lineClamp={2} maw={320} dir="auto">
              {row[name] ?? '–'}
            </Text>
          ),
        })),
      ]}
      actions={
        mayChange &&
        ((row) => [
          { label: say.edit, about: say.editOf(row.language), onClick: () => setEdited(row) },
          { label: say.remove, about: say.removeOf(row.language), onClick: () => setLeaving(row) },
        ])
      }
      create={mayChange && <AddButton label={say.addTexts} onClick={() => setEdited('new')} />}
      minWidth={640}
      empty={{ title: say.noTexts, about: say.noTextsAbout, icon: TypesIcon }}
    >
      <TextsDialog edited={edited} onClose={() => setEdited(undefined)} />
      <Confirm
        asked={leaving}
        title={say.removeTitle}
        action={say.remove}
        run={({ language }) =>
          call('DELETE', endpoint('/apps/{appid}/dispute-texts/{language}', { appid, language }))
        }
        done={say.removed}
        refreshes={[path]}
        onClose={() => setLeaving(undefined)}
      >
        {({ language }) => say.removeAbout(language)}
      </Confirm>
    </TableCard>
  );
}

function TextsDialog({
  edited,
  onClose,
}: {
  edited: DisputeTexts | 'new' | undefined;
  onClose: () => void;
}) {
  const say = useMessages();
  const labels = useTextFields();
  const { appid } = useApp();
  const last = useLast(edited);
  const texts = last === 'new' ? undefined : last;
  const values = Object.fromEntries(FIELDS.map((name) => [name, texts?.[name] ?? '']));
  return (
    <FormDialog
      opened={edited !== undefined}
      size="lg"
      isLasting
      title={texts ? say.editOf(texts.language) : say.addTexts}
      action={say.saveTexts}
      initialValues={
        { language: texts?.language ?? '', ...values } as Record<
          'language' | (typeof FIELDS)[number],
          string
        >
      }
      validate={{
        language: (text) =>
          /^[a-z]{2}(-[A-Za-z]{2,4})?$/.test(text.trim()) ? null : say.languageWrong,
      }}
      run={({ language, ...written }) =>
        call(
          'PUT',
          endpoint('/apps/{appid}/dispute-texts/{language}', { appid, language: language.trim() }),
          Object.fromEntries(Object.entries(written).filter(([, text]) => text.trim() !== '')),
        )
      }
      done={say.savedTexts}
      refreshes={[endpoint('/apps/{appid}/dispute-texts', { appid })]}
      onClose={onClose}
      fields={[
        {
          kind: 'code',
          name: 'language',
          label: say.language,
          about: say.languageAbout,
          required: true,
          disabled: texts !== undefined,
        },
        ...FIELDS.map((name) => ({
          kind: 'lines' as const,
          name,
          label: labels[name],
          maxLength: name.endsWith('_shown') ? 1_000 : 8_000,
        })),
      ]}
    />
  );
}
