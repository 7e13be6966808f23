// The fields of a form, each described once: its name, its label, and what kind of input it is.
import {
  Checkbox,
  MultiSelect,
  PasswordInput,
  Select,
  type SelectProps,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useMemo } from 'react';
import { useMessages } from './messages.ts';

type TextProps =
  | 'required'
  | 'disabled'
  | 'placeholder'
  | 'minLength'
  | 'maxLength'
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'readOnly';

export interface Field<Name> extends Pick<TextInputProps, TextProps> {
  /** Of the value. */
  readonly name: Name;
  readonly label: string;
  /** A sentence that helps to fill it in. */
  readonly about?: ReactNode;
  /**
   * A text, unless it says otherwise: what people call something, a code that nobody spells, lines of text, one
   * or some of a list, a time zone.
   */
  readonly kind?: 'name' | 'code' | 'password' | 'lines' | 'choice' | 'choices' | 'check' | 'zone';
  /** Of a choice. */
  readonly data?: SelectProps['data'];
}

export type FieldList<Values> = readonly (Field<Extract<keyof Values, string>> | false)[];

export function Fields<Values>({
  form,
  fields,
}: {
  form: UseFormReturnType<Values>;
  fields: FieldList<Values>;
}) {
  const shown = fields.filter((field) => field !== false);
  const first = shown.find(({ disabled }) => !disabled);
  return shown.map((field) => {
    const type = field.kind === 'check' ? 'checkbox' : 'input';
    // Where a dialog begins.
    const start = field === first && { 'data-autofocus': true };
    const { name } = field;
    return <Input key={name} {...field} {...start} {...form.getInputProps(name, { type })} />;
  });
}

function Input({ kind, about, name: _, data, ...rest }: Field<string>) {
  const input = { description: about, ...rest };
  switch (kind) {
    case 'name':
      return <TextInput required maxLength={200} {...input} />;
    case 'code':
      return <TextInput spellCheck={false} autoComplete="off" {...input} />;
    case 'password':
      return <PasswordInput required {...input} />;
    case 'lines':
      return <Textarea autosize minRows={2} maxLength={1_000} {...(input as object)} />;
    case 'choice':
      return <Select allowDeselect={false} data={data} {...(input as object)} />;
    case 'choices':
      return <MultiSelect searchable data={data} {...(input as object)} />;
    case 'check':
      return <Checkbox {...(input as object)} />;
    case 'zone':
      return <TimeZoneSelect required {...(input as object)} />;
    default:
      return <TextInput {...input} />;
  }
}

const SHOWN = 60;

function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const say = useMessages();
  const zones = useMemo(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set(['UTC', own, 'Asia/Seoul', ...Intl.supportedValuesOf('timeZone')])];
  }, []);
  return (
    <Select
      {...props}
      data={zones}
      searchable
      allowDeselect={false}
      limit={SHOWN}
      nothingFoundMessage={say.noZone}
    />
  );
}
