// Two-factor authentication: whether it is on, with buttons to change it.
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useSession } from '../../session.tsx';
import { Enrolment } from './enrolment.tsx';
import { useMessages } from './messages.ts';
import { Removal } from './removal.tsx';

type Dialog = 'enrol' | 'remove';

export function SecondFactorCard() {
  const say = useMessages();
  const { second_factor: isOn } = useSession();
  const [dialog, setDialog] = useState<Dialog>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setDialog(undefined);
  const showCodes = (recoveryCodes: readonly string[]) => {
    close();
    setCodes(recoveryCodes);
  };
  return (
    <Card
      title={say.factorTitle}
      about={isOn ? say.factorOn : say.factorOff}
      aside={<StatusBadge tone={isOn ? 'good' : 'quiet'}>{isOn ? say.on : say.off}</StatusBadge>}
    >
      {isOn ? (
        <Button variant="default" onClick={() => setDialog('remove')}>
          {say.remove}
        </Button>
      ) : (
        <Button onClick={() => setDialog('enrol')}>{say.setUp}</Button>
      )}
      <Modal
        opened={dialog !== undefined}
        onClose={close}
        title={say.factorTitle}
        closeOnClickOutside={false}
      >
        {dialog === 'enrol' ? <Enrolment onCodes={showCodes} /> : <Removal onDone={close} />}
      </Modal>
      <SecretOnce
        title={say.recoveryTitle}
        about={say.recovery}
        secrets={codes && { [say.recoveryTitle]: codes.join('\n') }}
        onDone={() => setCodes(undefined)}
      />
    </Card>
  );
}
