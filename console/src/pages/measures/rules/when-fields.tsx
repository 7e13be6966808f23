// When a rule acts: causes, markets, products, and how many or how much within how many days; and whom it leaves alone.
import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Card } from '../../../components/card.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useCauseNames } from '../../../measures/messages.ts';
import { CAUSE_KINDS } from '../../../measures/records.ts';
import { useApp } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { MARKETS } from '../../../sales/markets.ts';
import { useMarketNames } from '../../../sales/messages.ts';
import type { DraftForm } from './draft.ts';
import { useMessages } from './messages.ts';

const MOST_OFFERED = '200';

export function WhenFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  const causes = useCauseNames();
  const markets = useMarketNames();
  const { appid } = useApp();
  const products = useGet(endpoint('/apps/{appid}/products', { appid }), { limit: MOST_OFFERED });
  return (
    <Card title={say.when} about={say.whenAbout}>
      <Stack>
        <Checkbox.Group label={say.causes} {...form.getInputProps('causes')}>
          <Stack gap="xs" mt={6}>
            {CAUSE_KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={causes[kind]} description={say[kind]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={say.markets}
          placeholder={form.values.markets.length === 0 ? say.allMarkets : undefined}
          data={MARKETS.map((value) => ({ value, label: markets[value] }))}
          clearable
          {...form.getInputProps('markets')}
        />
        <TagsInput
          label={say.products}
          description={say.productsAbout}
          placeholder={form.values.products.length === 0 ? say.allProducts : undefined}
          data={products.data?.items.map(({ product_id }) => product_id)}
          clearable
          maxTags={1_000}
          {...form.getInputProps('products')}
        />
        <SegmentedControl
          aria-label={say.takes}
          w="fit-content"
          data={[
            { value: 'count', label: say.byCount },
            { value: 'money', label: say.byMoney },
          ]}
          {...form.getInputProps('takes')}
        />
        <Group align="flex-start">
          {form.values.takes === 'count' ? (
            <NumberInput
              label={say.count}
              w={120}
              min={1}
              max={1_000}
              allowDecimal={false}
              required
              {...form.getInputProps('count')}
            />
          ) : (
            <MoneyFields form={form} label={say.amount} amount="amount" currency="currency" />
          )}
          <NumberInput
            label={say.withinDays}
            w={120}
            min={1}
            max={365}
            allowDecimal={false}
            required
            {...form.getInputProps('days')}
          />
        </Group>
      </Stack>
    </Card>
  );
}

export function UnlessFields({ form }: { form: DraftForm }) {
  const say = useMessages();
  return (
    <Card title={say.unless} about={say.unlessAbout}>
      <Stack>
        <NumberInput
          label={say.olderThan}
          description={say.olderThanAbout}
          maw={360}
          min={1}
          max={3_650}
          allowDecimal={false}
          {...form.getInputProps('older_than_days')}
        />
        <Group align="flex-start">
          <MoneyFields
            form={form}
            label={say.spent}
            amount="spent_amount"
            currency="spent_currency"
          />
        </Group>
        <Textarea
          label={say.exempt}
          description={say.exemptAbout}
          autosize
          minRows={2}
          maxRows={8}
          inputMode="numeric"
          {...form.getInputProps('exempt')}
        />
      </Stack>
    </Card>
  );
}

function MoneyFields({
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
