// What an action would do, as facts: the money, the goods, the subscription.
import { Text } from '@mantine/core';
import { AppTime } from '../components/app-time.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { useMoney } from '../sales/money.ts';
import type { ActionPreview } from './actions.ts';
import { useMessages } from './messages.ts';

export function Preview({ preview }: { preview: ActionPreview }) {
  const say = useMessages();
  const money = useMoney();
  const { payment, refund, subscription } = preview;
  const amountFact = (label: string, amount: string | null | undefined): Fact => ({
    label,
    value: amount == null ? null : money.amount(amount, payment.currency),
  });
  const isChanged = subscription && subscription.ends_at_after !== subscription.ends_at;
  const facts: readonly Fact[] = [
    ...(refund
      ? [
          amountFact(say.paid, payment.paid),
          amountFact(say.refunded, payment.refunded),
          amountFact(refund.left === null ? say.backAtMost : say.back, refund.amount),
          amountFact(say.left, refund.left),
          { label: say.goodsFact, value: refund.goods === 'taken' ? say.taken : say.kept },
          { label: say.products, value: refund.products.join(', ') },
        ]
      : []),
    ...(subscription
      ? [
          { label: say.renewsNow, value: subscription.renews ? say.yes : say.no },
          { label: say.ends, value: subscription.ends_at && <AppTime at={subscription.ends_at} /> },
          ...(isChanged
            ? [
                {
                  label: say.endsAfter,
                  value: subscription.ends_at_after && <AppTime at={subscription.ends_at_after} />,
                },
              ]
            : []),
          { label: say.renewsAfter, value: subscription.renews_after ? say.yes : say.no },
        ]
      : []),
  ];
  return (
    <section aria-label={say.preview}>
      <Text size="sm" fw={600} mb={4}>
        {say.preview}
      </Text>
      <Facts facts={facts} />
    </section>
  );
}
