// Scrolls what is taller than it is. The library's area asks for a frame 60 times a second, for ever, if it goes away while it scrolls.
import { Box, type BoxProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import styles from './scroll-box.module.css';

export function ScrollBox(props: BoxProps & Omit<ComponentProps<'div'>, keyof BoxProps>) {
  return <Box {...props} className={styles.box} />;
}
