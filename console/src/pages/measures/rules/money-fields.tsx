// An amount and its currency.
import { TextInput } from '@mantine/core';
import type { DraftForm } from './draft.ts';
import { useMessages } from './form-messages.ts';

export function MoneyFields({
  form,
  label,
  amount,
  currency,
}: {
  form: DraftForm;
  label: string;
  /** Names of the fields. */
  amount: 'amount' | 'spent_amount';
  currency: 'currency' | 'spent_currency';
}) {
  const say = useMessages();
  return (
    <>
      <TextInput
        label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder="49.99"
        {...form.getInputProps(amount)}
      />
      <TextInput
        label={say.currency}
        w={110}
        maxLength={3}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps(currency)}
      />
    </>
  );
}
