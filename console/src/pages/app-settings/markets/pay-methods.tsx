// The payment methods that buyers choose from at PortOne: one channel each, in the order of the payment page.
import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AddIcon, CloseIcon, UpIcon } from '../../../components/icons.tsx';
import { useMessages } from './messages.ts';
import {
  CUSTOMER_FIELDS,
  EASY_PAY_NAMES,
  type MarketValues,
  MOST_PAY_METHODS,
  NEW_PAY_METHOD,
  PAY_METHODS,
  type PayMethodValues,
} from './values.ts';

const PATH = 'settings.pay_methods';

export function PayMethods({
  form,
  legend,
  about,
  methods,
}: {
  form: UseFormReturnType<MarketValues>;
  legend: string;
  about: string;
  methods: readonly PayMethodValues[];
}) {
  const say = useMessages();
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        {methods.map(({ pay_method }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the form names its lines by number
          <Paper key={index} withBorder p="sm" component="fieldset" aria-label={say.nth(index + 1)}>
            <Group justify="space-between" mb={4} wrap="nowrap">
              <Text size="sm" fw={600}>
                {say.nth(index + 1)}
              </Text>
              <Group gap={4} wrap="nowrap">
                {index > 0 && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={say.moveUp(index + 1)}
                    onClick={() => form.reorderListItem(PATH, { from: index, to: index - 1 })}
                  >
                    <UpIcon size={16} />
                  </ActionIcon>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={say.removeMethod(index + 1)}
                  onClick={() => form.removeListItem(PATH, index)}
                >
                  <CloseIcon size={16} />
                </ActionIcon>
              </Group>
            </Group>
            <PayMethod
              form={form}
              path={`${PATH}.${index}`}
              isEasyPay={pay_method === 'EASY_PAY'}
            />
          </Paper>
        ))}
        {methods.length < MOST_PAY_METHODS && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<AddIcon size={14} />}
              onClick={() => form.insertListItem(PATH, NEW_PAY_METHOD)}
            >
              {say.add}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

function PayMethod({
  form,
  path,
  isEasyPay,
}: {
  form: UseFormReturnType<MarketValues>;
  path: string;
  isEasyPay: boolean;
}) {
  const say = useMessages();
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <Select
          label={say.method}
          allowDeselect={false}
          data={PAY_METHODS.map((value) => ({ value, label: say[value] }))}
          {...form.getInputProps(`${path}.pay_method`)}
        />
        <TextInput
          label={say.label}
          placeholder={say.labelExample}
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps(`${path}.label`)}
        />
      </SimpleGrid>
      <TextInput
        label={say.channel}
        required
        maxLength={500}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps(`${path}.channel_key`)}
      />
      {isEasyPay && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <Select
            label={say.easyPayProvider}
            description={say.easyPayProviderAbout}
            data={Object.entries({ '': say.ofChannel, ...EASY_PAY_NAMES }).map(
              ([value, label]) => ({ value, label }),
            )}
            allowDeselect={false}
            {...form.getInputProps(`${path}.easy_pay_provider`)}
          />
          <TextInput
            label={say.naverpayCategory}
            description={say.naverpayCategoryAbout}
            placeholder="ETC/ETC"
            maxLength={101}
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps(`${path}.naverpay_category`)}
          />
        </SimpleGrid>
      )}
      <Checkbox.Group
        label={say.buyer}
        description={say.buyerAbout}
        {...form.getInputProps(`${path}.customer_fields`)}
      >
        <Group mt={6} gap="md">
          {CUSTOMER_FIELDS.map((field) => (
            <Checkbox key={field} value={field} label={say[field]} />
          ))}
        </Group>
      </Checkbox.Group>
    </Stack>
  );
}

/** The methods by name, as buyers see them. */
export function usePayMethodNames(): (methods: readonly PayMethodValues[]) => string {
  const say = useMessages();
  return (methods) =>
    methods.map(({ pay_method, label }) => (label === '' ? say[pay_method] : label)).join(', ');
}
