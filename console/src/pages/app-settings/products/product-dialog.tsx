// Adds a product, or replaces its definition.
import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { call } from '../../../api.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { AddIcon, CloseIcon } from '../../../components/icons.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useApp } from '../../../place.tsx';
import { useMessages } from './messages.ts';
import { type Product, type ProductValues, toBody, toValues } from './product.ts';

type Form = UseFormReturnType<ProductValues>;

export function ProductDialog({
  edited,
  onClose,
}: {
  edited: Product | 'new' | undefined;
  onClose: () => void;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const last = useLast(edited);
  const product = last === 'new' ? undefined : last;
  return (
    <FormDialog
      opened={edited !== undefined}
      title={product ? say.editOf(product.product_id) : say.create}
      size="lg"
      action={say.save}
      initialValues={toValues(product)}
      onValuesChange={(form) => form.clearFieldError('prices')}
      validate={{
        product_id: (text) => (/^[\w.-]{1,255}$/.test(text.trim()) ? null : say.idWrong),
        steam_item_id: (text) => (/^\d*$/.test(text.trim()) ? null : say.steamWrong),
      }}
      run={(values) => {
        const name = { appid, product_id: values.product_id.trim() };
        return call('PUT', endpoint('/apps/{appid}/products/{product_id}', name), toBody(values));
      }}
      done={say.saved}
      refreshes={[endpoint('/apps/{appid}/products', { appid })]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={say.id}
            description={say.idAbout}
            required
            disabled={product !== undefined}
            spellCheck={false}
            autoComplete="off"
            data-autofocus={product === undefined || undefined}
            {...form.getInputProps('product_id')}
          />
          <TextInput
            label={say.name}
            description={say.nameAbout}
            required
            maxLength={200}
            data-autofocus={product !== undefined || undefined}
            {...form.getInputProps('name')}
          />
          <Choice
            label={say.kind}
            options={{
              consumable: say.consumable,
              permanent: say.permanent,
              subscription: say.subscription,
            }}
            about={say[`${form.values.kind}About`]}
            input={form.getInputProps('kind')}
          />
          {form.values.kind === 'consumable' && (
            <Choice
              label={say.afterVerify}
              options={{
                app: say.afterVerifyApp,
                acknowledge: say.acknowledge,
                consume: say.consume,
              }}
              about={say.afterVerifyAbout}
              input={form.getInputProps('after_verify')}
            />
          )}
          <Prices form={form} />
          {form.values.kind !== 'subscription' && (
            <Choice
              label={say.customPrice}
              options={{
                off: say.customOff,
                signed: say.customSigned,
                opaque: say.customOpaque,
              }}
              about={say[`${form.values.custom_price}About`]}
              input={form.getInputProps('custom_price')}
            />
          )}
          <Descriptions form={form} />
          <TextInput
            label={say.steam}
            inputMode="numeric"
            {...form.getInputProps('steam_item_id')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** One of a few, with what the chosen one means. */
function Choice({
  label,
  options,
  about,
  input,
}: {
  label: string;
  options: Readonly<Record<string, string>>;
  about: string;
  input: object;
}) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        // On a phone three long words are wider than the dialog.
        styles={{ root: { flexWrap: 'wrap' } }}
        data={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
        {...input}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {about}
      </Text>
    </div>
  );
}

function Prices({ form }: { form: Form }) {
  const say = useMessages();
  return (
    <Lines
      legend={say.prices}
      about={say.pricesAbout}
      error={form.errors.prices}
      add={say.addPrice}
      onAdd={() => form.insertListItem('prices', { currency: '', amount: '' })}
      onRemove={(line) => form.removeListItem('prices', line)}
      lines={form.values.prices.map((_, line) => (
        <>
          <TextInput
            aria-label={say.currency}
            placeholder="USD"
            w={90}
            maxLength={3}
            {...form.getInputProps(`prices.${line}.currency`)}
          />
          <TextInput
            aria-label={say.amount}
            placeholder="9.99"
            inputMode="decimal"
            flex={1}
            {...form.getInputProps(`prices.${line}.amount`)}
          />
        </>
      ))}
    />
  );
}

function Descriptions({ form }: { form: Form }) {
  const say = useMessages();
  return (
    <Lines
      legend={say.texts}
      about={say.textsAbout}
      error={form.errors.descriptions}
      add={say.addText}
      onAdd={() => form.insertListItem('descriptions', { language: '', text: '' })}
      onRemove={(line) => form.removeListItem('descriptions', line)}
      lines={form.values.descriptions.map((_, line) => (
        <>
          <TextInput
            aria-label={say.language}
            placeholder="ko"
            w={90}
            maxLength={7}
            {...form.getInputProps(`descriptions.${line}.language`)}
          />
          <TextInput
            aria-label={say.text}
            flex={1}
            maxLength={1_000}
            {...form.getInputProps(`descriptions.${line}.text`)}
          />
        </>
      ))}
    />
  );
}

/** Lines of inputs that can be added and removed. */
function Lines({
  legend,
  about,
  error,
  lines,
  add,
  onAdd,
  onRemove,
}: {
  legend: string;
  about: string;
  error: ReactNode;
  lines: readonly ReactNode[];
  add: string;
  onAdd: () => void;
  onRemove: (line: number) => void;
}) {
  const say = useMessages();
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        {lines.map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form names its lines by number
          <Group key={number} gap="xs" wrap="nowrap" align="flex-start">
            {line}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={say.removeLine(number + 1)}
              onClick={() => onRemove(number)}
            >
              <CloseIcon size={16} />
            </ActionIcon>
          </Group>
        ))}
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Group>
          <Button size="xs" variant="default" leftSection={<AddIcon size={14} />} onClick={onAdd}>
            {add}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
