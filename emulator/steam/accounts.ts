// The calls about a user: GetUserInfo and AuthenticateUserTicket.
import { type Answer, failure, ok } from './errors.ts';
import { integer, uint32Max, uint64 } from './params.ts';
import type { Space } from './space.ts';
import { accountStatuses, type Users } from './users.ts';

export function getUserInfo(space: Space, params: URLSearchParams): Answer {
  const steamid = uint64(params.get('steamid'));
  if (!steamid) return failure(3, {}, 'steamid');
  const { state, country, currency, status } = space.users.get(steamid);
  const account = accountStatuses[status];
  if (!('shown' in account)) return failure(account.refusal);
  return ok({ state, country, currency, status: account.shown });
}

/** This interface nests its answer differently, and has error codes of its own. */
export function authenticateUserTicket(users: Users, params: URLSearchParams): object {
  const refuse = (errorcode: number, errordesc: string) => ({
    response: { error: { errorcode, errordesc } },
  });
  const appid = integer(params.get('appid'), 1, uint32Max);
  const hex = params.get('ticket');
  if (!appid || !hex || !/^([0-9a-f]{2})+$/i.test(hex)) return refuse(3, 'Invalid parameter');
  const ticket = users.ticket(hex);
  if (!ticket) return refuse(101, 'Invalid ticket');
  if (ticket.appid !== undefined && ticket.appid !== appid) {
    return refuse(102, 'Ticket for other app');
  }
  if ((ticket.identity ?? '') !== (params.get('identity') ?? '')) {
    return refuse(101, 'Invalid ticket');
  }
  const { steamid, ownersteamid } = ticket;
  return {
    response: {
      params: { result: 'OK', steamid, ownersteamid, vacbanned: false, publisherbanned: false },
    },
  };
}
