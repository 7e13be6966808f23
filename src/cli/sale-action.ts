// Commands that act after a sale: preview, confirmation, request. The running service calls the market.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { type TObject, Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { anyAddress, isPublicAddress } from '../outbox/relay/address-guard.ts';
import { createSaleActions, type SaleActionsAt } from '../payment/actions/at-market.ts';
import type { Ask } from '../payment/actions/check.ts';
import { type ActionPreview, previewAction } from '../payment/actions/preview.ts';
import { ActionInput, AskInput, requestAction } from '../payment/actions/request.ts';
import type { SubjectKey } from '../payment/actions/subject.ts';
import type { ActionRecord } from '../payment/actions/view.ts';
import type { Adapter } from '../payment/markets/description.ts';
import { createMarketHttp } from '../payment/markets/http.ts';
import type { Market } from '../payment/markets/market.ts';
import { createMarkets } from '../payment/markets/markets.ts';
import { createMarketApps } from '../payment/settings/market-apps.ts';
import { marketAddresses, marketTimeouts } from '../start/environments.ts';
import { createLog } from '../start/log.ts';
import { type AppCommand, addAppCommand } from './command.ts';
import type { Loss } from './confirm.ts';
import { show } from './print.ts';

interface ActionCommand<S extends TObject> {
  readonly summary: string;
  /** What it is about. */
  readonly input: S;
  readonly args: readonly string[];
  /** Of the request, as options or, where they are in `args`, as arguments. */
  readonly fields: readonly (keyof typeof AskInput)[];
  readonly kind: Ask['kind'];
}

type Input = Omit<Ask, 'kind'> & {
  readonly appid: string;
  readonly reason: string;
  readonly idempotency_key?: string;
};

const { reason, idempotency_key } = ActionInput.properties;

export function addActionCommand<S extends TObject>(
  parent: Command,
  name: string,
  { summary, input, args, fields, kind }: ActionCommand<S>,
): void {
  const asked = Object.fromEntries(
    fields.map((field) => [field, field === 'days' ? Type.Index(DAYS, ['days']) : AskInput[field]]),
  );
  const partsOf = (given: object) => {
    const { appid: _, reason, idempotency_key: key, ...rest } = given as Input;
    const ask = Object.fromEntries(
      Object.entries(rest).filter(([field]) => (fields as readonly string[]).includes(field)),
    );
    return { subject: rest as unknown as SubjectKey, ask: { ...ask, kind } as Ask, reason, key };
  };
  addAppCommand(parent, name, {
    summary,
    input: Type.Object({
      ...input.properties,
      ...asked,
      reason,
      idempotency_key: Type.Optional({
        ...idempotency_key,
        description: 'Of a script that may run twice: the same key again does nothing twice.',
      }),
    }),
    args: args as never,
    confirm: (command, given) => {
      const { subject, ask } = partsOf(given);
      return withMarkets(command, async (saleActions): Promise<Loss | Rejection> => {
        const preview = await previewAction(
          { ...command, saleActions },
          command.actor,
          subject,
          ask,
        );
        return isRejection(preview) ? preview : lossOf(preview);
      });
    },
    run: (command, given) => {
      const { subject, ask, reason, key = randomUUID() } = partsOf(given);
      return withMarkets(command, (saleActions) =>
        requestAction({ ...command, saleActions }, command.actor, subject, {
          ...ask,
          reason,
          idempotency_key: key,
        }),
      );
    },
    text: printAction,
  });
}

const DAYS = Type.Required(Type.Object({ days: AskInput.days }));

/** What the operator confirms. */
function lossOf({
  kind,
  obstacle,
  refund,
  payment,
  subscription,
  second_person,
}: ActionPreview): Loss | Rejection {
  if (obstacle !== null) return { rejected: 'INVALID', detail: obstacle };
  const second = second_person ? ' Another person has to approve it.' : '';
  if (refund) {
    const amount = refund.amount === null ? 'An unknown amount' : refund.amount;
    const goods = refund.goods === 'taken' ? 'loses' : 'keeps';
    return {
      lost: `${amount} ${payment.currency ?? ''} of ${payment.paid ?? 'an unknown price'} will be refunded, and the player ${goods} ${refund.products.join(', ')}.${second}`,
    };
  }
  const { ends_at, ends_at_after } = subscription ?? {};
  return {
    lost:
      kind === 'cancel'
        ? `The subscription will not renew; it ends at ${ends_at ?? 'an unknown time'}.${second}`
        : `The subscription will be paid again at ${ends_at_after ?? 'a later time'} instead of ${ends_at ?? 'now'}.${second}`,
  };
}

const printAction = (action: ActionRecord): string =>
  `${show(action, false)}\n\n${
    action.state === 'waiting'
      ? 'Another person has to approve it: tollgate actions approve.'
      : 'The running service calls the market. See what became of it: tollgate actions show.'
  }`;

export async function withMarkets<T>(
  { context, config, directory, environment }: AppCommand,
  work: (saleActions: SaleActionsAt) => Promise<T>,
): Promise<T> {
  const { clock, storage } = context;
  const mayReach = config.TOLLGATE_ALLOW_PRIVATE_TARGETS ? anyAddress : isPublicAddress;
  const http = createMarketHttp({ clock, mayReach, ...marketTimeouts(config) });
  const log = createLog('silent');
  const markets = createMarkets({ http, addresses: marketAddresses(config), clock, log });
  const marketApps = createMarketApps(context, directory, environment);
  const adapters = Object.entries(markets) as [Market, Adapter][];
  try {
    return await work(createSaleActions(storage.db, adapters, marketApps));
  } finally {
    await http.close();
  }
}
