// A moment as people say it, with the exact time in the app's zone beside the pointer.
import { Tooltip } from '@mantine/core';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from '../i18n/messages.ts';
import { messages } from './messages.ts';

export function Time({
  at,
  timeZone,
  absolute = false,
}: {
  /** ISO 8601. */
  at: string;
  timeZone?: string;
  /** The exact time as text, how long ago on hover. */
  absolute?: boolean;
}) {
  const format = useFormat();
  const say = useMessages(messages);
  const exact = `${format.dateTime(at, timeZone)} (${timeZone ?? say.yourTime})`;
  const relative = format.relative(at);
  return (
    <Tooltip
      label={absolute ? relative : exact}
      events={{ hover: true, focus: false, touch: true }}
    >
      <time dateTime={at} data-absolute={absolute || undefined}>
        {absolute ? format.dateTime(at, timeZone) : relative}
      </time>
    </Tooltip>
  );
}
