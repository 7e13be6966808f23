// Many pieces of work on few connections: so many under way that they compete, and so few that nobody waits for the whole crowd.

/** Who waits for a free connection of PostgreSQL gives up after three seconds, in which a busy machine does little. */
const AT_ONCE = 15;

export async function crowd(size: number, work: () => Promise<unknown>): Promise<void> {
  let left = size;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
}
