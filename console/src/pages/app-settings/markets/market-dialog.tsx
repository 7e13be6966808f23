// Sets up an app at a market.
import { Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { call } from '../../../api.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useApp } from '../../../place.tsx';
import type { Market } from '../../../sales/records.ts';
import { useMessages } from './messages.ts';
import { PayMethods } from './pay-methods.tsx';
import { SecretInput } from './secret-input.tsx';
import type { Field, SecretField } from './shape.ts';
import { useTitle, useWords } from './shapes.ts';
import {
  fieldsOf,
  type MarketRecord,
  type MarketValues,
  type PayMethodValues,
  payMethodsOf,
  problemOf,
  secretFieldsOf,
  secretsOf,
  settingsOf,
  toBody,
  toValues,
} from './values.ts';

type Form = UseFormReturnType<MarketValues>;

export function MarketDialog({
  edited,
  recordOf,
  onSaved,
  onClose,
}: {
  edited: Market | undefined;
  /** Nothing the first time. */
  recordOf: (market: Market) => MarketRecord | undefined;
  onSaved: (market: Market) => void;
  onClose: () => void;
}) {
  const say = useMessages();
  const titleOf = useTitle();
  const { appid } = useApp();
  const market = useLast(edited);
  if (!market) return null;
  const record = recordOf(market);
  const channelProblems = (methods: readonly PayMethodValues[]) =>
    methods.flatMap(({ channel_key }, index) =>
      channel_key.trim() === ''
        ? [[`settings.pay_methods.${index}.channel_key`, say.channelMissing]]
        : [],
    );
  const problemsOf = (values: MarketValues) =>
    fieldsOf(market, values).flatMap((field) => {
      const value = values.settings[field.name];
      if (field.kind === 'methods') return channelProblems(payMethodsOf(value));
      const problem = problemOf(field, value);
      return problem === null ? [] : [[`settings.${field.name}`, say[problem]]];
    });
  const takeFile = (
    form: Form,
    { name, hints, isOther }: SecretField,
    fileName: string,
    text: string,
  ) => {
    if (isOther?.(fileName)) {
      form.setFieldError(`secrets.${name}`, say.otherKey(fileName));
      return;
    }
    form.setFieldValue(`secrets.${name}`, text);
    for (const [setting, value] of Object.entries(hints?.(fileName, text) ?? {})) {
      if (form.values.settings[setting] === '') form.setFieldValue(`settings.${setting}`, value);
    }
  };
  return (
    <FormDialog
      opened={edited !== undefined}
      title={titleOf(market)}
      size="lg"
      isLasting
      action={say.save}
      initialValues={toValues(market, record)}
      validate={(values) => Object.fromEntries(problemsOf(values))}
      run={(values) => call('PUT', settingsOf(appid, market), toBody(market, values, record))}
      done={say.saved(titleOf(market))}
      refreshes={[endpoint('/apps/{appid}/markets', { appid })]}
      after={() => onSaved(market)}
      onClose={onClose}
    >
      {(form) => (
        <>
          {fieldsOf(market, form.values).map((field, index) => (
            <SettingInput
              key={field.name}
              market={market}
              form={form}
              field={field}
              isFirst={index === 0}
            />
          ))}
          {secretFieldsOf(market, form.values).map((field) => (
            <SecretInput
              key={field.name}
              market={market}
              field={field}
              isSet={secretsOf(form.values, record).includes(field.name)}
              value={form.values.secrets[field.name] ?? null}
              error={form.errors[`secrets.${field.name}`]}
              onChange={(value) => form.setFieldValue(`secrets.${field.name}`, value)}
              onFile={(fileName, text) => takeFile(form, field, fileName, text)}
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

function SettingInput({
  market,
  form,
  field,
  isFirst,
}: {
  market: Market;
  form: Form;
  field: Field;
  isFirst: boolean;
}) {
  const word = useWords(market);
  const path = `settings.${field.name}`;
  const shared = {
    label: word(field.name),
    description: word(`${field.name}_about`),
    required: field.required,
    'data-autofocus': isFirst || undefined,
  };
  if (field.kind === 'flag') {
    return <Switch {...shared} {...form.getInputProps(path, { type: 'checkbox' })} />;
  }
  if (field.kind === 'methods') {
    return (
      <PayMethods
        form={form}
        legend={shared.label}
        about={shared.description}
        methods={payMethodsOf(form.values.settings[field.name])}
      />
    );
  }
  if (field.kind === 'choice') {
    return (
      <Select
        {...shared}
        allowDeselect={false}
        clearable={field.initial === undefined}
        data={(field.choices ?? []).map((value) => ({ value, label: word(value) }))}
        {...form.getInputProps(path)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      inputMode={field.kind === 'number' ? 'numeric' : field.kind}
      spellCheck={false}
      autoComplete="off"
      {...form.getInputProps(path)}
    />
  );
}
