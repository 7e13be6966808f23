// Whether players may appeal against restrictions of a type, and the ready answers: one for each decision and language.
import { Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Unsaved } from '../../components/unsaved.tsx';
import { endpoint } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import {
  DECISIONS,
  type Decision,
  MOST_CHARACTERS,
  type ReadyAnswer,
} from '../../restrictions/appeals.tsx';
import { useLanguageName } from '../../restrictions/terms.tsx';
import {
  isRightToLeft,
  LANGUAGE_CODES,
  type LanguageCode,
  type TypeRecord,
  useTypesEndpoint,
} from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

type Texts = Readonly<Record<LanguageCode, Readonly<Record<Decision, string>>>>;

interface Values {
  readonly allowed: boolean;
  readonly texts: Texts;
}

function valuesOf({ appeals = false, appeal_answers: ready = [] }: TypeRecord): Values {
  const textOf = (language: LanguageCode, decision: Decision): string =>
    ready.find((each) => each.language === language && each.decision === decision)?.text ?? '';
  const textsOf = (language: LanguageCode) =>
    Object.fromEntries(DECISIONS.map((decision) => [decision, textOf(language, decision)]));
  const texts = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, textsOf(code)])) as Texts;
  return { allowed: appeals, texts };
}

const answersOf = ({ texts }: Values): ReadyAnswer[] =>
  LANGUAGE_CODES.flatMap((language) =>
    DECISIONS.map((decision) => ({ decision, language, text: texts[language][decision].trim() })),
  ).filter(({ text }) => text !== '');

export function AppealsCard({ type, isFixed }: { type: TypeRecord; isFixed: boolean }) {
  const say = useMessages();
  const { appid } = useApp();
  const path = useTypesEndpoint();
  const nameOf = useLanguageName();
  const [language, setLanguage] = useState<LanguageCode>('ko');
  const form = useForm<Values>({ initialValues: valuesOf(type) });
  const save = useAction({
    run: (values: Values) =>
      call(
        'PUT',
        endpoint('/apps/{appid}/types/{block_type}/appeals', {
          appid,
          block_type: type.block_type,
        }),
        { allowed: values.allowed, answers: answersOf(values) },
      ),
    done: say.appealsSaved,
    refreshes: [path],
    after: () => form.resetDirty(),
  });
  const { texts } = form.values;
  const written = (code: LanguageCode): number =>
    DECISIONS.filter((decision) => texts[code][decision].trim() !== '').length;
  const labels = {
    release: say.answerRelease,
    shorten: say.answerShorten,
    uphold: say.answerUphold,
  };
  return (
    <Card title={say.appeals} about={say.appealsAbout}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <Checkbox
            label={say.appealsAllowed}
            disabled={isFixed}
            {...form.getInputProps('allowed', { type: 'checkbox' })}
          />
          <Select
            label={say.answersIn}
            description={say.answersAbout}
            allowDeselect={false}
            value={language}
            data={LANGUAGE_CODES.map((code) => ({
              value: code,
              label: `${nameOf(code)} · ${say.of(written(code), DECISIONS.length)}`,
            }))}
            onChange={(code) => code && setLanguage(code as LanguageCode)}
          />
          {DECISIONS.map((decision) => (
            <Textarea
              key={`${language} ${decision}`}
              label={labels[decision]}
              autosize
              minRows={2}
              maxLength={MOST_CHARACTERS}
              readOnly={isFixed}
              lang={language}
              dir={isRightToLeft(language) ? 'rtl' : 'auto'}
              {...form.getInputProps(`texts.${language}.${decision}`)}
            />
          ))}
          {!isFixed && (
            <Group justify="flex-end">
              <Button
                type="submit"
                variant="default"
                loading={save.isPending}
                disabled={!form.isDirty()}
              >
                {say.saveAppeals}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      <Unsaved isUnsaved={() => form.isDirty()} />
    </Card>
  );
}
