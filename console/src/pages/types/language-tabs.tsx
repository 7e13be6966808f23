// The texts of a type, one tab per language; what is missing or wrong shows on the tab.
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { BytesInput } from '../../components/bytes-input.tsx';
import { Card } from '../../components/card.tsx';
import { DoneIcon, WarningIcon } from '../../components/icons.tsx';
import { useLanguageName } from '../../restrictions/terms.tsx';
import {
  isRightToLeft,
  LANGUAGE_CODES,
  type LanguageCode,
  REQUIRED_CODES,
} from '../../restrictions/types.ts';
import { type DraftForm, isEmpty, REASON_BYTES, TITLE_BYTES } from './draft.ts';
import { useMessages } from './messages.ts';
import classes from './types.module.css';

export function LanguageTabs({
  form,
  language,
  onLanguage,
  isFixed,
}: {
  form: DraftForm;
  language: LanguageCode;
  onLanguage: (code: LanguageCode) => void;
  isFixed: boolean;
}) {
  const say = useMessages();
  const { type_status: kind, texts } = form.values;
  const written = LANGUAGE_CODES.filter((code) => !isEmpty(kind, texts[code])).length;
  return (
    <Card
      title={say.texts}
      about={say.textsAbout}
      aside={
        <Text size="sm" c="dimmed">
          {say.of(written, LANGUAGE_CODES.length)}
        </Text>
      }
    >
      <Tabs
        value={language}
        onChange={(code) => code && onLanguage(code as LanguageCode)}
        variant="pills"
        keepMounted={false}
      >
        <Tabs.List aria-label={say.languages} className={classes.languages}>
          {LANGUAGE_CODES.map((code) => (
            <LanguageTab key={code} code={code} form={form} />
          ))}
        </Tabs.List>
        {LANGUAGE_CODES.map((code) => (
          <Tabs.Panel key={code} value={code} pt="md">
            <Texts form={form} code={code} isFixed={isFixed} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}

function LanguageTab({ code, form }: { code: LanguageCode; form: DraftForm }) {
  const say = useMessages();
  const nameOf = useLanguageName();
  const { type_status: kind, texts } = form.values;
  const isMissing = isEmpty(kind, texts[code]);
  const isWrong = Object.keys(form.errors).some((field) => field.startsWith(`texts.${code}.`));
  const state = isWrong ? 'stateWrong' : isMissing ? 'stateMissing' : 'stateDone';
  return (
    <Tabs.Tab
      value={code}
      size="xs"
      className={classes.language}
      data-state={state}
      aria-label={`${nameOf(code)}, ${say[state]}`}
    >
      <Group gap={5} wrap="nowrap" component="span">
        {nameOf(code)}
        {REQUIRED_CODES.includes(code) && isMissing && !isWrong && (
          <Text span size="sm" inherit className={classes.required}>
            *
          </Text>
        )}
        {isWrong && <WarningIcon size={13} />}
        {!isWrong && !isMissing && <DoneIcon size={13} />}
      </Group>
    </Tabs.Tab>
  );
}

function Texts({ form, code, isFixed }: { form: DraftForm; code: LanguageCode; isFixed: boolean }) {
  const say = useMessages();
  const { type_status: kind } = form.values;
  const shared = {
    required: REQUIRED_CODES.includes(code),
    readOnly: isFixed,
    lang: code,
    dir: isRightToLeft(code) ? 'rtl' : 'auto',
  };
  return (
    <Stack gap="xs">
      {kind === 'N' && (
        <BytesInput
          label={say.textTitle}
          most={TITLE_BYTES}
          {...shared}
          {...form.getInputProps(`texts.${code}.title`)}
        />
      )}
      <BytesInput
        label={say.reason}
        multiline
        most={REASON_BYTES[kind]}
        {...shared}
        {...form.getInputProps(`texts.${code}.reason`)}
      />
    </Stack>
  );
}
