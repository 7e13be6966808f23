// Who in a project may refund and cancel at the markets, how much a day, and when a second person has to agree.
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';

type Amounts = Schema<'ActionSettings'>['daily_amounts'];

const COUNT = /^\d{0,6}$/;
const AMOUNT = /^(\d{1,12}(?:\.\d{1,6})?)\s+([A-Z]{3})$/;

/** One a line, such as `100 USD`; undefined for what is none. */
function amountsIn(text: string): Amounts | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const found = lines.map((line) => AMOUNT.exec(line.trim().toUpperCase()));
  return found.every((each) => each !== null)
    ? found.map(([, amount = '', currency = '']) => ({ amount, currency }))
    : undefined;
}

const textOf = (amounts: Amounts): string =>
  amounts.map(({ amount, currency }) => `${amount} ${currency}`).join('\n');

export function ActionsCard({ gameIndex: game_index }: { gameIndex: number }) {
  const say = useMessages();
  const path = endpoint('/projects/{game_index}/action-settings', { game_index });
  const settings = useGet(path);
  const areAmounts = (text: string) => (amountsIn(text) ? null : say.amountsWrong);
  return (
    <Card title={say.actions} about={say.actionsAbout}>
      {settings.data ? (
        <ActionForm
          key={game_index}
          isSettings
          noValidate
          action={say.save}
          initialValues={{
            operators: settings.data.operators,
            daily_actions: String(settings.data.daily_actions ?? ''),
            daily_amounts: textOf(settings.data.daily_amounts),
            second_person_above: textOf(settings.data.second_person_above),
          }}
          validate={{
            daily_actions: (count) => (COUNT.test(count) ? null : say.countWrong),
            daily_amounts: areAmounts,
            second_person_above: areAmounts,
          }}
          fields={[
            {
              kind: 'check',
              name: 'operators',
              label: say.operatorsAct,
              about: say.operatorsActAbout,
            },
            {
              name: 'daily_actions',
              label: say.dailyActions,
              about: say.dailyActionsAbout,
              inputMode: 'numeric',
              autoComplete: 'off',
            },
            {
              kind: 'lines',
              name: 'daily_amounts',
              label: say.dailyAmounts,
              about: say.dailyAmountsAbout,
              placeholder: '500 USD',
            },
            {
              kind: 'lines',
              name: 'second_person_above',
              label: say.secondAbove,
              about: say.secondAboveAbout,
              placeholder: '100 USD',
            },
          ]}
          run={({ operators, daily_actions: count, daily_amounts, second_person_above }) =>
            call('PUT', path, {
              operators,
              daily_actions: count === '' ? null : Number(count),
              daily_amounts: amountsIn(daily_amounts) ?? [],
              second_person_above: amountsIn(second_person_above) ?? [],
            })
          }
          done={say.actionsSaved}
          refreshes={[path]}
        />
      ) : (
        <Unread query={settings} height={200} />
      )}
    </Card>
  );
}
