// A long text as it is, collapsed until it is opened.
import { Code } from '@mantine/core';
import { CopyButton } from '../components/copy-button.tsx';
import { ScrollBox } from '../components/scroll-box.tsx';
import styles from './raw.module.css';

export function Raw({ title, text }: { title: string; text: string }) {
  return (
    <details className={styles.raw}>
      <summary>{title}</summary>
      <RawText label={title} text={text} />
    </details>
  );
}

export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.text}>
      <ScrollBox mah={300} tabIndex={0} role="region" aria-label={label}>
        <Code block className={styles.code}>
          {text}
        </Code>
      </ScrollBox>
      <div className={styles.copy}>
        <CopyButton text={text} />
      </div>
    </div>
  );
}

export const printJson = (value: unknown): string => JSON.stringify(value, null, 2);
