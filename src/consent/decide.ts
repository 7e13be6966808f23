// Pure rules of withdrawn consent: what a store's word changes, and what it means for a player who is linked to the download.
import type { ConsentDownloadTable, ConsentLinkTable } from '../storage/schema.ts';

/** What a store says about a download. */
export interface Said {
  readonly state: ConsentDownloadTable['state'];
  /** When, by the store's clock. */
  readonly at: number;
}

type Known = Pick<ConsentDownloadTable, 'state' | 'said_at'>;

/** Clocks of stores and of this service may differ by so much. */
const AHEAD_MS = 5 * 60_000;

/**
 * `new` changes something. What was said before the last word, or is that word again, changes nothing.
 * Two words of one time do not say which was the last.
 */
export function decideSaid(
  known: Known | undefined,
  said: Said,
  now: number,
): 'new' | 'unchanged' | 'contradiction' | 'future' {
  if (said.at > now + AHEAD_MS) return 'future';
  if (!known || known.said_at === null || said.at > known.said_at) return 'new';
  const isOpposite = said.at === known.said_at && said.state !== known.state;
  return isOpposite ? 'contradiction' : 'unchanged';
}

type LinkState = ConsentLinkTable['state'];

/** Consent is withdrawn for the player, by the word about this download. */
export const isWithdrawn = (state: LinkState): boolean =>
  state === 'withdrawn' || state === 'restricted';

interface Link {
  readonly kind: ConsentDownloadTable['kind'];
  readonly state: LinkState;
}

/**
 * The links that end being withdrawn when the player logs in from a download for the first time: at the
 * App Store, where another download of the same player exists only with consent.
 */
export const endedByNew = <L extends Link>(
  known: readonly L[],
  added: { readonly kind: Link['kind']; readonly consent: ConsentDownloadTable['state'] },
): L[] =>
  added.kind === 'app_transaction' && added.consent === 'given'
    ? known.filter(({ kind, state }) => kind === 'app_transaction' && isWithdrawn(state))
    : [];

/** Whether a login from known downloads changes nothing, so that it only reads. */
export const isSettled = (link: Link | undefined, restricts: boolean): boolean =>
  link !== undefined && !(link.state === 'withdrawn' && restricts);
