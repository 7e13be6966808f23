// Removing the second factor.
import { notifications } from '@mantine/notifications';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { useWords } from '../../i18n/words.ts';
import { refresh, SESSION } from '../../queries.ts';
import { PasswordProof } from './password-proof.tsx';
import { words } from './words.ts';

export function Removal({ onDone }: { onDone: () => void }) {
  const say = useWords(words);
  return (
    <PasswordProof
      about={say.removeAbout}
      action={say.remove}
      run={(password) => call('POST', endpoint('/session/totp/remove'), { password })}
      after={() => {
        notifications.show({ message: say.removed, color: 'green' });
        void refresh(SESSION);
        onDone();
      }}
    />
  );
}
