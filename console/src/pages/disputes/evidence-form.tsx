// Edits the draft of the evidence, and sends it after a confirmation.
import { Alert, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Unsaved } from '../../components/unsaved.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useApp } from '../../place.tsx';
import {
  type DisputeRecord,
  type Evidence,
  FIELDS,
  type Field,
  filledIn,
  LONGEST,
  SHORT_FIELDS,
} from './dispute.tsx';
import { useMessages } from './messages.ts';
import { useFieldNames } from './names.ts';

const FORM_ID = 'evidence';

interface Values {
  readonly evidence: Record<Field, string>;
}

export function EvidenceForm({ dispute, draft }: { dispute: DisputeRecord; draft: Evidence }) {
  const say = useMessages();
  const { appid } = useApp();
  const { dispute_id, version } = dispute;
  const place = { appid, dispute_id };
  const list = endpoint('/apps/{appid}/disputes', { appid });
  const save = ({ evidence }: Values) =>
    call('PUT', endpoint('/apps/{appid}/disputes/{dispute_id}/draft', place), {
      version,
      evidence: Object.fromEntries(
        Object.entries(evidence).filter(([, text]) => text !== ''),
      ) as Evidence,
    });
  const sendVersion = (sent: number) =>
    call('POST', endpoint('/apps/{appid}/disputes/{dispute_id}/send', place), { version: sent });
  const evidence = Object.fromEntries(FIELDS.map((name) => [name, draft[name] ?? '']));
  const form = useForm<Values>({
    initialValues: { evidence: evidence as Record<Field, string> },
  });
  const keep = useAction({
    run: save,
    done: say.saved,
    refreshes: [list],
    form,
    after: () => form.resetDirty(),
  });
  return (
    <Card
      title={say.evidence}
      about={say.evidenceAbout}
      aside={
        <ConfirmButton
          action={say.draftAgain}
          title={say.draftAgainTitle}
          button={{ variant: 'default', size: 'xs' }}
          run={() => call('POST', endpoint('/apps/{appid}/disputes/{dispute_id}/draft', place))}
          done={say.drafted}
          refreshes={[list]}
        >
          {say.draftAgainAbout}
        </ConfirmButton>
      }
    >
      <Stack>
        <form id={FORM_ID} onSubmit={form.onSubmit((values) => keep.mutate(values))}>
          <Stack>
            <FieldInputs form={form} shown={filledIn(draft)} />
          </Stack>
        </form>
        <Unsaved isUnsaved={() => form.isDirty()} />
        {/* Not in the form: what is submitted in the dialog would submit the form around it, too. */}
        <Group gap="xs">
          <Button
            type="submit"
            form={FORM_ID}
            variant="default"
            loading={keep.isPending}
            disabled={!form.isDirty()}
          >
            {say.save}
          </Button>
          <ConfirmButton
            action={say.send}
            title={say.sendTitle}
            color="pine"
            run={async () => {
              const saved = form.isDirty() ? await save(form.getValues()) : dispute;
              form.resetDirty();
              return sendVersion(saved.version);
            }}
            done={say.sending}
            refreshes={[list]}
          >
            {say.sendAbout(dispute_id)}
          </ConfirmButton>
        </Group>
      </Stack>
    </Card>
  );
}

function FieldInputs({
  form,
  shown: first,
}: {
  form: UseFormReturnType<Values>;
  shown: readonly Field[];
}) {
  const say = useMessages();
  const names = useFieldNames();
  const format = useFormat();
  const [shown, setShown] = useState(first);
  const others = FIELDS.filter((name) => !shown.includes(name));
  return (
    <>
      {shown.length === 0 && (
        <Alert color="yellow" title={say.emptyDraft}>
          {say.emptyDraftAbout}
        </Alert>
      )}
      {shown.map((name) => {
        const props = {
          ...form.getInputProps(`evidence.${name}`),
          label: names[name],
          maxLength: LONGEST,
          dir: 'auto',
        };
        const { length } = form.values.evidence[name];
        return SHORT_FIELDS.includes(name) ? (
          <TextInput key={name} {...props} />
        ) : (
          <div key={name}>
            <Textarea {...props} autosize minRows={2} maxRows={14} />
            <Text size="xs" c="dimmed" ta="right">
              {say.characters(format.number(length), format.number(LONGEST))}
            </Text>
          </div>
        );
      })}
      <Select
        label={say.addField}
        placeholder={say.addFieldAbout}
        value={null}
        searchable
        data={others.map((value) => ({ value, label: names[value] }))}
        onChange={(name) => name && setShown([...shown, name as Field])}
      />
    </>
  );
}
