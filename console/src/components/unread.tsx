// In place of what is not read yet. Once read it stays, also when a later reading fails: somebody may be writing there.
import { Skeleton } from '@mantine/core';
import { Failure } from './failure.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export function Unread({
  query,
  height,
}: {
  query: { readonly error: Error | null; readonly refetch: () => unknown };
  /** Of a part of a page. */
  height?: number;
}) {
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return height === undefined ? <PageSkeleton /> : <Skeleton height={height} />;
}
