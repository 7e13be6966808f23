// Notes of the team about the player: who wrote what, and one's own to edit.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Unread } from '../../../components/unread.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useCan } from '../../../place.tsx';
import { useSession } from '../../../session.tsx';
import { useName, useNotes } from './data.ts';
import { useMessages } from './messages.ts';

type Note = Schema<'PlayerNote'>;

const LONGEST = 2_000;

export function NotesCard({
  playerId,
  isAdding,
  onAdding,
}: {
  playerId: string;
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}) {
  const say = useMessages();
  const can = useCan();
  const name = useName(playerId);
  const notes = useNotes(playerId);
  const { data } = notes;
  const [edited, setEdited] = useState<Note>();
  const [deleted, setDeleted] = useState<Note>();
  const path = endpoint('/apps/{appid}/players/{player_id}/notes', name);
  const ofNote = ({ note_id }: Note) =>
    endpoint('/apps/{appid}/players/{player_id}/notes/{note_id}', { ...name, note_id });
  const close = () => {
    onAdding(false);
    setEdited(undefined);
  };
  // While it closes, the dialog says what it was.
  const shown = useLast(isAdding ? null : edited);
  return (
    <Card
      title={say.notes}
      about={say.notesAbout}
      aside={
        can('operator') && (
          <Button size="xs" variant="default" onClick={() => onAdding(true)}>
            {say.addNote}
          </Button>
        )
      }
    >
      {!data && <Unread query={notes} height={40} />}
      {data?.items.length === 0 && <Text size="sm">{say.noNotes}</Text>}
      <Stack gap="md">
        {data?.items.map((note) => (
          <Entry
            key={note.note_id}
            note={note}
            onEdit={() => setEdited(note)}
            onDelete={() => setDeleted(note)}
          />
        ))}
      </Stack>
      <FormDialog
        opened={isAdding || edited !== undefined}
        title={shown ? say.editNote : say.addNote}
        action={shown ? say.saveNote : say.addNote}
        initialValues={{ text: edited?.text ?? '' }}
        validate={{ text: (text) => (text.trim() === '' ? say.needed : null) }}
        run={({ text }) =>
          edited ? call('PATCH', ofNote(edited), { text }) : call('POST', path, { text })
        }
        done={edited ? say.noteSaved : say.noteAdded}
        refreshes={[path]}
        onClose={close}
      >
        {(form) => (
          <Textarea
            label={say.note}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={LONGEST}
            data-autofocus
            {...form.getInputProps('text')}
          />
        )}
      </FormDialog>
      <Confirm
        asked={deleted}
        title={say.deleteTitle}
        action={say.deleteNote}
        run={(note) => call('DELETE', ofNote(note))}
        done={say.noteDeleted}
        refreshes={[path]}
        onClose={() => setDeleted(undefined)}
      >
        {say.deleteAbout}
      </Confirm>
    </Card>
  );
}

function Entry({
  note,
  onEdit,
  onDelete,
}: {
  note: Note;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const say = useMessages();
  const can = useCan();
  const { email } = useSession();
  const { author, text, created_at, edited_at } = note;
  const isOwn = author.kind === 'console' && author.name === email;
  return (
    <article>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Group gap="xs" mt={4} justify="space-between">
        <Text size="xs" c="dimmed">
          {author.name} · <AppTime at={created_at} />
          {edited_at !== null && ` · ${say.edited}`}
        </Text>
        {can('operator') && (
          <Group gap={4}>
            {isOwn && (
              <Button size="compact-xs" variant="subtle" onClick={onEdit}>
                {say.editNote}
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" color="red" onClick={onDelete}>
              {say.deleteNote}
            </Button>
          </Group>
        )}
      </Group>
    </article>
  );
}
