// What the emulator holds of a market of the studio's own, beside the books of its shop.
import type { Notice } from '../../examples/custom-market/contract.ts';
import type { Sale, SmallShop } from '../../examples/custom-market/shop.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import type { World } from '../world.ts';

export type { Notice };

export interface Store {
  readonly world: World;
  readonly shop: SmallShop;
  readonly sender: WebhookSender<Notice>;
  /** URL by app. */
  readonly targets: Map<string, string>;
  /** Shared with the service. */
  key: string;
}

export interface StoreState {
  readonly key: string;
  readonly sales: Sale[];
  readonly changes: Notice[];
  readonly targets: [string, string][];
  readonly sender: unknown;
}
