// What is known of one thing: names and values, those that are not known left out.
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './facts.module.css';

export interface Fact {
  readonly label: string;
  /** Null: left out. */
  readonly value: ReactNode;
  /** An id, which people copy. */
  readonly copy?: string;
}

/** Wide: side by side where there is room. */
export function Facts({ facts, isWide = false }: { facts: readonly Fact[]; isWide?: boolean }) {
  return (
    <dl className={styles.facts} data-wide={isWide || undefined}>
      {facts
        .filter(({ value }) => value !== null)
        .map(({ label, value, copy }) => (
          <div key={label} className={styles.fact}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Group component="dd" gap={4} wrap="nowrap" m={0} className={styles.value}>
              <Text
                size={copy === undefined ? 'sm' : 'xs'}
                component="span"
                ff={copy === undefined ? undefined : 'monospace'}
              >
                {value}
              </Text>
              {copy !== undefined && <CopyButton text={copy} />}
            </Group>
          </div>
        ))}
    </dl>
  );
}

/** An id as a fact; null stays out. */
export const idFact = (label: string, id: string | null): Fact => ({
  label,
  value: id,
  ...(id !== null && { copy: id }),
});
