// Removing the second factor.
import { notifications } from '@mantine/notifications';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { refresh, SESSION } from '../../queries.ts';
import { useMessages } from './messages.ts';
import { PasswordProof } from './password-proof.tsx';

export function Removal({ onDone }: { onDone: () => void }) {
  const say = useMessages();
  return (
    <PasswordProof
      about={say.removeAbout}
      action={say.remove}
      asksCode
      run={(password, code) => call('POST', endpoint('/session/totp/remove'), { password, code })}
      after={() => {
        notifications.show({ message: say.removed, color: 'green' });
        void refresh(SESSION);
        onDone();
      }}
    />
  );
}
