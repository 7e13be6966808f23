// A moment in the one format of all pages; the pointer shows seconds, time zone and how long ago.
import { Tooltip, useDelayedHover } from '@mantine/core';
import { useRef, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useMessages } from './messages.ts';

const OPEN_DELAY_MS = 200;

export function Time({
  at,
  timeZone,
}: {
  /** ISO 8601. */
  at: string;
  timeZone?: string;
}) {
  const format = useFormat();
  const say = useMessages();
  const element = useRef<HTMLTimeElement>(null);
  const [isPointed, setPointed] = useState(false);
  const { openDropdown, closeDropdown } = useDelayedHover({
    open: () => setPointed(true),
    close: () => setPointed(false),
    openDelay: OPEN_DELAY_MS,
    closeDelay: 0,
  });
  return (
    <>
      <time ref={element} dateTime={at} onMouseEnter={openDropdown} onMouseLeave={closeDropdown}>
        {format.dateTime(at, timeZone)}
      </time>
      {/* A list has a hundred times, and a tooltip costs more than the rest of a row. */}
      {isPointed && (
        <Tooltip
          opened
          target={element}
          label={`${format.exactTime(at, timeZone)} (${timeZone ?? say.yourTime}) · ${format.relative(at)}`}
        />
      )}
    </>
  );
}
