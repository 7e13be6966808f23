// Names and values, one below the other on a phone.
import { Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {Object.entries(facts).map(([name, value]) => (
        <Fragment key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm">
            {value}
          </Text>
        </Fragment>
      ))}
    </dl>
  );
}
