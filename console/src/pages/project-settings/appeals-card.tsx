// How a project treats appeals: who decides, and when a player may appeal again.
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';

const DAYS = /^([1-9]\d{0,3})?$/;
const MOST_DAYS = 3_650;

export function AppealsCard({ gameIndex: game_index }: { gameIndex: number }) {
  const say = useMessages();
  const path = endpoint('/projects/{game_index}/appeal-settings', { game_index });
  const settings = useGet(path);
  return (
    <Card title={say.appeals} about={say.appealsAbout}>
      {settings.data ? (
        <ActionForm
          key={game_index}
          isSettings
          noValidate
          action={say.save}
          initialValues={{
            second_person: settings.data.second_person,
            again_after_days: String(settings.data.again_after_days ?? ''),
          }}
          validate={{
            again_after_days: (days) =>
              DAYS.test(days) && Number(days) <= MOST_DAYS ? null : say.againWrong,
          }}
          fields={[
            {
              kind: 'check',
              name: 'second_person',
              label: say.secondPerson,
              about: say.secondPersonAbout,
            },
            {
              name: 'again_after_days',
              label: say.againAfter,
              about: say.againAfterAbout,
              inputMode: 'numeric',
              autoComplete: 'off',
            },
          ]}
          run={({ second_person, again_after_days: days }) =>
            call('PUT', path, {
              second_person,
              again_after_days: days === '' ? null : Number(days),
            })
          }
          done={say.appealsSaved}
          refreshes={[path]}
        />
      ) : (
        <Unread query={settings} height={120} />
      )}
    </Card>
  );
}
