// Random lives of restricted players: scopes, devices, appeals, measures and operators in any order, against a plain
// reference. Whoever runs it says how calls are made: an answer may be missing, if its process was killed meanwhile.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Service } from '../../src/service.ts';
import type { PurchaseTable } from '../../src/storage/schema.ts';
import { ANYTHING } from '../../src/storage/signals.ts';
import { admin, asAdmin } from '../admin/caller.ts';
import { openShop, refund } from '../measures/shop.ts';
import { seeded } from '../prove/seeded.ts';
import { type Answer, type Gate, inject } from '../support/harness.ts';
import { DAY, dateText, newPlayer, POLICY_TYPE, SECOND } from './players.ts';

type Method = Parameters<Gate['send']>[0];

export interface World {
  readonly gate: Gate;
  /** Undefined when nobody knows what became of the call. */
  send(
    method: Method,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ): Promise<Answer | undefined>;
  /** First, and before each turn. */
  begin?(): void;
  /** Measures have followed everything that was reported. */
  followed(): Promise<void>;
  /** Where the clock can be moved: every period that is over is written off. */
  pass?(ms: number): Promise<void>;
}

/** Two services by turns, with the clock of the test. */
export function inTwoProcesses(gate: Gate, other: Service): World {
  let calls = 0;
  return {
    gate,
    send(method, path, body, headers) {
      calls += 1;
      // What the other process hears a moment later.
      other.context.storage.signals.deliver(ANYTHING);
      return inject(calls % 2 === 0 ? other : gate.service, method, path, body, headers);
    },
    followed: () => gate.service.measures.turn(),
    async pass(ms) {
      gate.now += ms;
      await gate.service.restrictions.expire();
    },
  };
}

interface Live {
  type: number;
  end: string;
  /** Null: for ever. */
  endsAt: number | null;
  byMeasure: boolean;
  hasAppealed: boolean;
  /** Null: without devices. */
  devices: number[] | null;
}

interface Person {
  readonly id: number;
  readonly account: string;
  readonly live: Record<string, Live>;
  readonly dids: number[];
  readonly appeals: { readonly scope: string; state: string }[];
  /** What happened in each scope. */
  readonly history: Record<string, string[]>;
  isExcepted: boolean;
}

const SCOPES = ['login', 'chat', 'trade'] as const;
/** Of new restrictions. */
const PLACES = ['login', 'login', 'chat', 'trade'] as const;
/** Type 1 allows appeals; rules restrict with type 2, in `trade`. */
const [APPEALED, OTHER] = [1, 2] as const;
const LENGTHS = [0.5, 3, 7, 30, null] as const;
const FOREVER = '9999-12-31 23:59:59';
/** Of the moderator. */
const LIMITS = { scope: 'chat', type: APPEALED, days: 7 } as const;

type By = 'app' | 'operator' | 'moderator';

interface Act {
  readonly about: string;
  /** Changes the reference, and says the answer. */
  foresee(people: Person[]): unknown;
  /** Undefined: no answer. */
  perform(): Promise<unknown>;
}

export interface Lived {
  readonly acts: number;
  readonly unanswered: number;
  readonly refusals: number;
  readonly byDevice: number;
  readonly decided: number;
}

export async function liveRestricted(
  world: World,
  { seed, turns }: { readonly seed: number; readonly turns: number },
): Promise<Lived> {
  const { gate } = world;
  world.begin?.();
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const shop = await openShop(gate);
  const { app } = shop;
  const project = `/projects/${app.gameIndex}`;
  const path = `/apps/${app.appid}`;
  await admin(gate, 'POST', `${path}/types`, POLICY_TYPE);
  await admin(gate, 'PUT', `${path}/types/${APPEALED}/appeals`, { allowed: true });
  await shop.rule({
    name: 'refunds',
    when: { causes: ['refund'] },
    measure: {
      action: 'restrict',
      block_type: OTHER,
      scope: 'trade',
      steps: [{ permanent: true }],
      event: false,
    },
  });
  const token = await admin(gate, 'POST', '/admin-tokens', {
    name: 'moderator',
    scope: 'restriction',
    projects: [app.gameIndex],
    limits: {
      types: [{ appid: app.appid, block_type: LIMITS.type }],
      scopes: [LIMITS.scope],
      longest_days: LIMITS.days,
    },
  });
  assert.equal(token.status, 201, `${project}: ${JSON.stringify(token.body)}`);
  const operators = {
    operator: asAdmin,
    moderator: { authorization: `Bearer ${token.body.token}` },
  };
  let appToken = await gate.token(app);

  let people: Person[] = [];
  const purchases: (PurchaseTable | undefined)[] = [];
  const isRestored: boolean[] = [];
  for (let count = 0; count < 3; count += 1) {
    people.push({
      id: newPlayer(),
      account: randomUUID(),
      live: {},
      dids: [],
      appeals: [],
      history: {},
      isExcepted: false,
    });
  }
  const dids = [newPlayer(), newPlayer()];
  const counts = { acts: 0, unanswered: 0, refusals: 0, byDevice: 0, decided: 0 };

  const game = (url: string, body: object) =>
    world.send(
      'POST',
      `/v2/game/block${url}`,
      { appid: app.appid, ...body },
      { 'x-access-token': appToken, iscrypt: '0' },
    );
  const asOperator = (by: Exclude<By, 'app'>, method: Method, url: string, body?: object) =>
    world.send(method, `/admin/v1${path}${url}`, body, operators[by]);
  const codeOf = (answer: Answer | undefined) => answer?.body.result_code;
  const statusOf = (answer: Answer | undefined) => answer?.status;

  /** A limited operator may change what is within the limits before and after. */
  const mayChange = (by: By, scope: string, ...terms: (Live | undefined)[]): boolean =>
    by !== 'moderator' ||
    (scope === LIMITS.scope &&
      terms.every(
        (each) =>
          !each ||
          (each.type === LIMITS.type &&
            each.endsAt !== null &&
            each.endsAt - gate.now <= LIMITS.days * DAY),
      ));

  const note = (person: Person, scope: string, action: string): void => {
    const known = person.history[scope] ?? [];
    person.history[scope] = [...known, action];
  };

  function end(person: Person, scope: string, action: 'released' | 'expired'): void {
    Reflect.deleteProperty(person.live, scope);
    note(person, scope, action);
    for (const appeal of person.appeals) {
      if (appeal.scope === scope && appeal.state === 'open') appeal.state = 'ended';
    }
  }

  function setting(index: number): Act {
    const by = oneOf<By>(['app', 'operator', 'moderator']);
    const scope = by === 'moderator' && random() < 0.7 ? LIMITS.scope : oneOf(PLACES);
    const type = oneOf([APPEALED, APPEALED, OTHER]);
    const days = oneOf(LENGTHS);
    const withDevices = scope === 'login' ? oneOf([true, true, false, undefined]) : undefined;
    const endsAt = days === null ? null : whole(gate.now + days * DAY);
    const wanted: Live = {
      type,
      end: dateText(endsAt ?? gate.now + DAY),
      endsAt,
      byMeasure: false,
      hasAppealed: false,
      devices: null,
    };
    const fields = {
      scope,
      status: days === null ? 'P' : 'B',
      block_type: type,
      start_date: dateText(gate.now),
      end_date: wanted.end,
      ...(withDevices !== undefined && { with_devices: withDevices }),
    };
    const { id } = people[index] as Person;
    return {
      about: `${by} sets ${JSON.stringify({ index, ...fields })}`,
      foresee(all) {
        const person = all[index] as Person;
        const live = person.live[scope];
        if (!mayChange(by, scope, wanted, live)) return 403;
        const kept = live?.devices ?? null;
        const devices = withDevices ? [...person.dids] : withDevices === false ? null : kept;
        person.live[scope] = { ...wanted, hasAppealed: live?.hasAppealed ?? false, devices };
        note(person, scope, live ? 'changed' : 'registered');
        return by === 'app' ? 0 : 200;
      },
      perform: async () =>
        by === 'app'
          ? codeOf(await game('/scope/set', { player_id: id, ...fields }))
          : statusOf(await asOperator(by, 'PUT', `/players/${id}/restriction`, fields)),
    };
  }

  function releasing(index: number): Act {
    const by = oneOf<By>(['app', 'operator', 'moderator']);
    const scope = oneOf(SCOPES);
    const { id } = people[index] as Person;
    return {
      about: `${by} releases ${index} in ${scope}`,
      foresee(all) {
        const person = all[index] as Person;
        const live = person.live[scope];
        if (!mayChange(by, scope, live)) return 403;
        if (!live) return by === 'app' ? 2002 : 404;
        end(person, scope, 'released');
        return by === 'app' ? 0 : 200;
      },
      perform: async () =>
        by === 'app'
          ? codeOf(await game('/scope/delete', { player_id: id, scope }))
          : statusOf(await asOperator(by, 'POST', `/players/${id}/release`, { scope })),
    };
  }

  function releasingAll(): Act {
    const by = oneOf(['operator', 'moderator'] as const);
    const scope = by === 'moderator' ? LIMITS.scope : oneOf(SCOPES);
    const ids = people.map(({ id }) => id);
    return {
      about: `${by} releases all in ${scope}`,
      foresee(all) {
        const kept: number[] = [];
        const released: number[] = [];
        for (const person of all) {
          const live = person.live[scope];
          if (!live) continue;
          if (!mayChange(by, scope, live)) kept.push(person.id);
          else {
            released.push(person.id);
            end(person, scope, 'released');
          }
        }
        return { released, kept };
      },
      async perform() {
        const fields = { player_ids: ids.map(String), scope };
        const answer = await asOperator(by, 'POST', '/restrictions/release', fields);
        if (!answer) return undefined;
        const { released, not_allowed = [] } = answer.body;
        const kept = not_allowed.map(({ player_id }: { player_id: number }) => player_id);
        return { released, kept };
      },
    };
  }

  function appealing(index: number): Act {
    const { id, live: current } = people[index] as Person;
    const held = Object.keys(current);
    const scope = held.length > 0 ? oneOf(held) : oneOf(SCOPES);
    return {
      about: `${index} appeals in ${scope}`,
      foresee(all) {
        const person = all[index] as Person;
        const live = person.live[scope];
        if (!live) return 2002;
        if (live.type !== APPEALED) return 4017;
        if (live.hasAppealed) return 4018;
        live.hasAppealed = true;
        person.appeals.push({ scope, state: 'open' });
        return 0;
      },
      perform: async () =>
        codeOf(await game('/appeal', { player_id: id, scope, text: 'It was my brother.' })),
    };
  }

  async function deciding(): Promise<Act | undefined> {
    const row = await gate.service.context.storage.db
      .selectFrom('appeal')
      .select(['appeal_id', 'scope', 'player_id'])
      .where('appid', '=', app.appid)
      .where('state', '=', 'open')
      .orderBy('appeal_id')
      .executeTakeFirst();
    if (!row) return undefined;
    const { scope } = row;
    const index = people.findIndex(({ id }) => id === Number(row.player_id));
    const by = oneOf(['operator', 'operator', 'moderator'] as const);
    const decision = oneOf(['release', 'shorten', 'uphold'] as const);
    const endsAt = whole(gate.now + DAY);
    const fields = { decision, ...(decision === 'shorten' && { end_date: dateText(endsAt) }) };
    return {
      about: `${by} decides about ${index} in ${scope}: ${decision}`,
      foresee(all) {
        const person = all[index] as Person;
        const live = person.live[scope] as Live;
        const isLonger = live.endsAt !== null && endsAt >= live.endsAt;
        if (decision === 'shorten' && isLonger) return 400;
        if (!mayChange(by, scope, live)) return 403;
        const appeal = person.appeals.findLast((each) => each.scope === scope);
        assert.equal(appeal?.state, 'open');
        if (!appeal) return 404;
        counts.decided += 1;
        appeal.state = { release: 'released', shorten: 'shortened', uphold: 'upheld' }[decision];
        if (decision === 'release') end(person, scope, 'released');
        if (decision === 'shorten') {
          Object.assign(live, { endsAt, end: dateText(endsAt), byMeasure: false });
          note(person, scope, 'changed');
        }
        return 200;
      },
      perform: async () =>
        statusOf(await asOperator(by, 'POST', `/appeals/${row.appeal_id}/decide`, fields)),
    };
  }

  function loggingIn(index: number): Act {
    const did = oneOf(dids);
    const { id, account } = people[index] as Person;
    return {
      about: `${index} logs in on ${did}`,
      foresee(all) {
        const person = all[index] as Person;
        if (!person.dids.includes(did)) person.dids.push(did);
        const others = all.filter((each) => each !== person && !person.isExcepted);
        const isMet = others.some(({ live }) => live.login?.devices?.includes(did));
        const byDevice = !person.live.login && isMet;
        if (byDevice) counts.byDevice += 1;
        return {
          hasToken: !person.live.login && !byDevice,
          byDevice,
          login: byDevice || person.live.login !== undefined,
          others: Object.keys(person.live)
            .filter((scope) => scope !== 'login')
            .sort(),
        };
      },
      async perform() {
        const body = { appid: app.appid, player_id: id, did, account_uuid: account };
        const headers = { authorization: `Bearer ${appToken}` };
        // Again and again: what counts of logins is the same.
        for (;;) {
          const answer = await world.send('POST', '/auth/v1/login', body, headers);
          if (!answer) continue;
          const { access_token, restriction, restrictions = [] } = answer.body;
          return {
            hasToken: access_token !== null,
            byDevice: restriction?.by_device ?? false,
            login: restriction !== null,
            others: restrictions
              .map(({ scope }: { scope: string }) => scope)
              .filter((scope: string) => scope !== 'login')
              .sort(),
          };
        }
      },
    };
  }

  function excepting(index: number): Act {
    const by = oneOf(['operator', 'operator', 'moderator'] as const);
    const isExcepted = random() < 0.5;
    const { id } = people[index] as Person;
    return {
      about: `${by} ${isExcepted ? 'excepts' : 'no longer excepts'} ${index}`,
      foresee(all) {
        if (by === 'moderator') return 403;
        (all[index] as Person).isExcepted = isExcepted;
        return 200;
      },
      perform: async () => {
        const method = isExcepted ? 'PUT' : 'DELETE';
        return statusOf(await asOperator(by, method, `/players/${id}/device-exception`));
      },
    };
  }

  /** A refund of what the player bought, and later its reversal. */
  function refunding(index: number): Act | undefined {
    const person = people[index] as Person;
    if (person.dids.length === 0 || isRestored[index]) return undefined;
    const purchase = purchases[index];
    return {
      about: `${index} ${purchase ? 'is charged again' : 'is refunded'}`,
      foresee(all) {
        const { live } = all[index] as Person;
        if (purchase) {
          if (live.trade?.byMeasure) end(all[index] as Person, 'trade', 'released');
        } else if (!live.trade) {
          live.trade = {
            type: OTHER,
            end: FOREVER,
            endsAt: null,
            byMeasure: true,
            hasAppealed: false,
            devices: null,
          };
          note(all[index] as Person, 'trade', 'registered');
        }
        return null;
      },
      async perform() {
        const bought = purchase ?? (await shop.buy(person));
        purchases[index] = bought;
        isRestored[index] = purchase !== undefined;
        await shop.report(bought, refund(purchase ? 'restored' : 'given', gate.now));
        await world.followed();
        return null;
      },
    };
  }

  function passing(): Act | undefined {
    const ms = 1 + below(3 * DAY);
    const { pass } = world;
    if (!pass) return undefined;
    return {
      about: `${ms} ms pass`,
      foresee(all) {
        const now = whole(gate.now + ms);
        for (const person of all) {
          for (const [scope, { endsAt }] of Object.entries(person.live)) {
            if (endsAt !== null && endsAt < now) end(person, scope, 'expired');
          }
        }
        return null;
      },
      async perform() {
        await pass(ms);
        appToken = await gate.token(app);
        return null;
      },
    };
  }

  const nextAct = async (): Promise<Act | undefined> => {
    const index = below(people.length);
    const chance = random();
    if (chance < 0.3) return setting(index);
    if (chance < 0.37) return releasing(index);
    if (chance < 0.39) return releasingAll();
    if (chance < 0.54) return appealing(index);
    if (chance < 0.66) return deciding();
    if (chance < 0.86) return loggingIn(index);
    if (chance < 0.9) return excepting(index);
    return chance < 0.96 ? refunding(index) : passing();
  };

  for (let turn = 0; turn < turns; turn += 1) {
    world.begin?.();
    const act = await nextAct();
    if (!act) continue;
    const about = `seed ${seed}, turn ${turn}: ${act.about}`;
    const after = structuredClone(people);
    const expected = act.foresee(after);
    const answer = await act.perform();
    const found = await observe(gate, app.appid);
    counts.acts += 1;
    if (expected === 403) counts.refusals += 1;
    if (answer === undefined) {
      counts.unanswered += 1;
      // Wholly, or not at all.
      if (isSame(found, shown(after))) people = after;
    } else {
      assert.deepEqual(answer, expected, about);
      people = after;
    }
    assert.deepEqual(found, shown(people), about);
  }
  return counts;
}

const whole = (ms: number): number => ms - (ms % SECOND);

const isSame = (one: unknown, other: unknown): boolean => {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
};

/** What the database has of the people, as the reference says it. */
const shown = (people: readonly Person[]): object => ({
  live: people
    .flatMap(({ id, live }) =>
      Object.entries(live).map(
        ([scope, { type, end, endsAt, devices }]) =>
          `${id} ${scope} ${type} ${endsAt === null ? 'P' : `B ${end}`} ${devices !== null}`,
      ),
    )
    .sort(),
  devices: people
    .flatMap(({ id, live }) => (live.login?.devices ?? []).map((did) => `${id} ${did}`))
    .sort(),
  exceptions: people.flatMap(({ id, isExcepted }) => (isExcepted ? [String(id)] : [])).sort(),
  appeals: people
    .flatMap(({ id, appeals }) => appeals.map(({ scope, state }) => `${id} ${scope} ${state}`))
    .sort(),
  history: people
    .flatMap(({ id, history }) =>
      Object.entries(history).map(([scope, actions]) => `${id} ${scope} ${actions.join(' ')}`),
    )
    .sort(),
});

async function observe(gate: Gate, appid: string): Promise<object> {
  const { db } = gate.service.context.storage;
  const of = <T extends 'restricted_player' | 'restricted_device' | 'device_exception' | 'appeal'>(
    table: T,
  ) =>
    db
      .selectFrom(table as 'appeal')
      .selectAll()
      .where('appid', '=', appid)
      .execute();
  const players = (await of('restricted_player')) as unknown as Row[];
  const devices = (await of('restricted_device')) as unknown as Row[];
  const exceptions = (await of('device_exception')) as unknown as Row[];
  const appeals = (await of('appeal')) as unknown as Row[];
  const history = await db
    .selectFrom('restriction_history')
    .select(['player_id', 'scope', 'action'])
    .where('appid', '=', appid)
    .orderBy('seq')
    .execute();
  const actions = Map.groupBy(history, ({ player_id, scope }) => `${player_id} ${scope}`);
  return {
    live: players
      .map(({ player_id, scope, block_type, status, end_date, with_devices }) => {
        const period = status === 'P' ? 'P' : `B ${end_date}`;
        return `${player_id} ${scope} ${block_type} ${period} ${with_devices === 1}`;
      })
      .sort(),
    devices: devices.map(({ player_id, did }) => `${player_id} ${did}`).sort(),
    exceptions: exceptions.map(({ player_id }) => String(player_id)).sort(),
    appeals: appeals.map(({ player_id, scope, state }) => `${player_id} ${scope} ${state}`).sort(),
    history: [...actions]
      .map(([key, rows]) => `${key} ${rows.map(({ action }) => action).join(' ')}`)
      .sort(),
  };
}

type Row = Readonly<Record<string, unknown>>;
