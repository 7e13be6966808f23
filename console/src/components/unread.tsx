// In place of what is not read yet. Once read it stays, also when a later reading fails: somebody may be writing there.
import { Failure } from './failure.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export function Unread({
  query,
}: {
  query: { readonly error: Error | null; readonly refetch: () => unknown };
}) {
  if (!query.error) return <PageSkeleton />;
  return <Failure error={query.error} retry={() => void query.refetch()} />;
}
