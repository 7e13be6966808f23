// When a rule acts: causes, markets, products, and how many or how much within how many days.
import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  TagsInput,
} from '@mantine/core';
import { Card } from '../../../components/card.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useCauseNames } from '../../../measures/messages.ts';
import { CAUSE_KINDS } from '../../../measures/records.ts';
import { useApp } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useMarketNames } from '../../../sales/messages.ts';
import { MARKETS } from '../../../sales/records.ts';
import type { DraftForm } from './draft.ts';
import { useMessages } from './form-messages.ts';
import { MoneyFields } from './money-fields.tsx';

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
            label={say.days}
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
