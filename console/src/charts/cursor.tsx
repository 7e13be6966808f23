// The period that is looked at; charts of one page share it, so that all of them show the same moment.
import { createContext, type Dispatch, type ReactNode, useContext, useState } from 'react';

type Cursor = readonly [number | undefined, Dispatch<number | undefined>];

const CursorContext = createContext<Cursor | undefined>(undefined);

export function SharedCursor({ children }: { children: ReactNode }) {
  const cursor = useState<number>();
  return <CursorContext value={cursor}>{children}</CursorContext>;
}

export function useCursor(): Cursor {
  const own = useState<number>();
  return useContext(CursorContext) ?? own;
}
