// Says that the service does not answer, asks again, and brings everything up to date once it does.
import { Alert, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { get } from '../api.ts';
import { useIsAway } from '../connection.ts';
import { endpoint } from '../endpoint.ts';
import { queries } from '../queries.ts';
import { useMessages } from './messages.ts';

const ASK_EVERY_MS = 2_000;

export function Away() {
  const say = useMessages();
  const isAway = useIsAway();
  useEffect(() => {
    if (!isAway) return;
    const ask = () => void get(endpoint('/environment')).catch(() => {});
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      void queries.invalidateQueries();
    };
  }, [isAway]);
  if (!isAway) return null;
  return (
    <Alert
      role="alert"
      color="yellow"
      className="away"
      icon={<Loader size={16} />}
      title={say.away}
    >
      {say.awayAbout}
    </Alert>
  );
}
